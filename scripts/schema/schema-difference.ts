import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as engine from '@prisma/schema-engine-wasm/schema_engine_bg';
import { Pool } from 'pg';
import { catalogAdapter } from './catalog-adapter';

const schemaFolder = resolve('prisma', 'schema');

/**
 * Returns the SQL that would bring the `public` schema of a migrated database to the current prisma/schema; an empty
 * text if the two agree.
 */
export async function schemaDifference(databaseUrl: string): Promise<string> {
  await loadEngine();
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  const adapter = bindMigrationAwareSqlAdapterFactory(catalogAdapter(pool));
  const files = schemaFiles();
  const datamodels = files.map(({ path, content }): [string, string] => [path, content]);
  const schemaEngine = await engine.SchemaEngine.new({ datamodels }, () => undefined, adapter);
  try {
    const { stdout } = await schemaEngine.diff({
      from: { tag: 'schemaDatasource', files, configDir: resolve('.') },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    const sql = stdout?.trim() ?? '';
    return sql === '-- This is an empty migration.' ? '' : sql;
  } finally {
    schemaEngine.free();
    await pool.end();
  }
}

function schemaFiles(): { path: string; content: string }[] {
  return readdirSync(schemaFolder)
    .filter((name) => name.endsWith('.prisma'))
    .sort()
    .map((name) => ({
      path: join(schemaFolder, name),
      content: readFileSync(join(schemaFolder, name), 'utf8'),
    }));
}

let loaded: Promise<void> | undefined;

/** The package's own entry imports its .wasm file, which Node cannot do, so we load it here. */
function loadEngine(): Promise<void> {
  loaded ??= (async () => {
    const entry = createRequire(join(process.cwd(), 'package.json')).resolve(
      '@prisma/schema-engine-wasm/schema_engine_bg',
    );
    const glue: Record<string, unknown> = { ...engine };
    const imports = Object.entries(glue).filter(
      (part): part is [string, WebAssembly.ImportValue] => typeof part[1] === 'function',
    );
    const { instance } = await WebAssembly.instantiate(readFileSync(entry.replace(/\.js$/, '.wasm')), {
      './schema_engine_bg.js': Object.fromEntries(imports),
    });
    const { __wbg_set_wasm: handOver } = glue;
    const { __wbindgen_start: start } = instance.exports;
    if (typeof handOver !== 'function' || typeof start !== 'function')
      throw new Error('The schema engine does not have the expected interface.');
    handOver(instance.exports);
    start();
  })();
  return loaded;
}
