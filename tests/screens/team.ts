import { SANDBOX } from '../e2e/support/steps';
import { goTo, inSandbox, type Screen } from './screen';

/** The people of the organization, and what they did. */
export const teamScreens: readonly Screen[] = [
  { name: 'team', show: (page) => goTo(page, `/${SANDBOX.slug}/org`) },
  {
    name: 'team-group',
    show: async (page) => {
      await goTo(page, `/${SANDBOX.slug}/org?tab=groups&panel=new-group`);
      await page.getByRole('dialog', { name: 'New group' }).waitFor();
    },
  },
  {
    name: 'service-accounts',
    show: async (page) => {
      await goTo(page, `/${SANDBOX.slug}/org?tab=services&panel=new-service-account`);
      await page.getByRole('dialog', { name: 'New service account' }).waitFor();
    },
  },
  { name: 'account-tokens', show: (page) => goTo(page, '/account') },
  { name: 'account-sessions', show: (page) => goTo(page, '/account?tab=sessions') },
  { name: 'team-changelog', show: (page) => goTo(page, `/${SANDBOX.slug}/org?tab=changelog`) },
  {
    name: 'member',
    show: (page) => goTo(page, `/${SANDBOX.slug}/members/demo-maria`),
  },
  {
    name: 'audit',
    show: async (page) => {
      await goTo(page, `/${SANDBOX.slug}/audit`);
      await page.getByRole('list', { name: 'Events' }).getByRole('button').first().click();
    },
  },
  {
    name: 'invite',
    show: async (page) => {
      await goTo(page, `/${SANDBOX.slug}/org?panel=invite`);
      await page.getByLabel('Email addresses').first().fill('ana@partner.example,ben@partner,');
      await page.getByText('Not a valid email!').waitFor();
    },
  },
  {
    name: 'edit-org',
    show: async (page) => {
      await inSandbox(page, 'org?panel=edit-org');
      await page.getByRole('dialog', { name: 'Edit organization' }).waitFor();
    },
  },
];
