import { cloneElement, type FunctionComponent, isValidElement, type ReactNode } from 'react';

/** Components of the server alone are async; React renders only what they return. */
const isOfTheServer = (type: unknown): type is FunctionComponent<unknown> =>
  typeof type === 'function' && type.constructor.name === 'AsyncFunction';

/** Replaces the components that only the server renders by what they return, also in the props of others. */
export async function renderOnServer(node: ReactNode): Promise<ReactNode> {
  if (Array.isArray(node)) return Promise.all(node.map(renderInList));
  if (!isValidElement<Record<string, ReactNode>>(node)) return node;
  if (isOfTheServer(node.type)) return renderOnServer(await node.type(node.props));
  const changed: Record<string, ReactNode> = {};
  for (const [name, value] of Object.entries(node.props)) {
    if (isValidElement(value) || Array.isArray(value)) changed[name] = await renderOnServer(value);
  }
  return cloneElement(node, changed);
}

/** Children that the source names one by one have no keys; a list of them needs some. */
async function renderInList(node: ReactNode, index: number): Promise<ReactNode> {
  const rendered = await renderOnServer(node);
  return isValidElement(rendered) && rendered.key === null
    ? cloneElement(rendered, { key: index })
    : rendered;
}
