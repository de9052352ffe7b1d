import { describe, expect, it } from 'vitest';
import { filesIn, textOf } from './source-files';

/**
 * The messages that the product's documents give word for word, for the features that are built. A part that is set at
 * run time (a name, a count) ends the text given here.
 */
const messages = {
  Running: [
    'Missing Variable Values',
    'Required Fields',
    'Go Back and Fill In',
    'Invalid Input',
    'Some of the input values are invalid:',
    'Run Anyway',
    'Go back and fix',
    'Running in public mode no longer supported',
    'Command is running...',
    'Command ran successfully but did not return an output',
    'Command successfully ran; however, there were non-fatal errors',
    'Error: No kit run',
    'Error parsing parameters from URL. Is there something tricky, like another URL or HTML embedeed inside it?',
    'Warning! The date was adjusted to be valid.',
    'JSON is not valid',
    'JSON must be an object',
    'Invalid JSON format',
    'FYI: missing',
    'are locked and will not be updated',
    'Error running startup command, resp not length 1',
    'Error running startup command - ',
    'Setting env variables...',
  ],
  'Results and history': [
    '(full dataset)',
    'Results copied to clipboard',
    'Error - No navigator found',
    'No download options available for this run',
    'Error trying to download!',
    'Error deleting run',
    'You do not have permission to delete this run',
    'Run(s) deleted',
  ],
  'Library and configuration': [
    "You haven't created any buttons yet!",
    "You haven't imported any SPROCs / functions yet!",
    'EXISTING CONNECTIONS',
    'View other options',
    'Who Can Access?',
    'Please enter a name',
    'Got it',
    'Error fetching command!',
    'Error loading commands',
    'Error - Failed to get creds',
    'Error loading command details',
    'Error fetching changelog!',
    'Edit successful!',
    'Inputs created!',
    'Error deleting input',
    'Error: Invalid typeId!',
  ],
  'Sources and sync': [
    'You must fill out "',
    'Please select a file to upload',
    'Error - Failed to create resource',
    'Error - Failed to refresh creds',
    'Error - Failed to create command',
    'Error uploading Postman collection',
    'Error uploading OpenAPI file',
    'Error running diffs',
    'Error syncing changes',
    'Sync now in [Configure] > Inputs',
    'Sync successful!',
    'Sync error',
  ],
  Sharing: [
    'Sharing...',
    'Inviting...',
    'Sending email...',
    'Successfully shared with',
    'Successfully invited',
    'one person',
    'Unshared with',
    'Updated visibility!',
    'Sent to',
    'Copied to clipboard!',
    'Error updating visibility',
    'Error unsharing with',
    'Error sharing with',
    'Make sure the email addresses are correct. If so, report bug to',
    'Error sending to',
    'Need to share org too',
    'Not a valid email!',
    'You must select a user from the list.',
    'User already has access to this org.',
    'Please enter at least one email address.',
    'No email address found for this user',
    'Requested access. Keep an eye on your email for a share notification.',
    'Error requesting access. Ensure email address is correct, then report bug to',
    'Requesting From',
    'Send To',
  ],
  'Signing in and out': [
    'Fetching your user info...',
    'Joining org...',
    'Loading your orgs...',
    'Setting up your first org...',
    'Running startup commands...',
    'Are you still there?',
    "You're about to be logged out due to inactivity",
    'Stay logged in',
  ],
  'People and pages': [
    'Successfully changed permissions for',
    'There was an error changing',
    'error saving to database',
    'Page Not Found',
    "This page doesn't exist",
    "You don't have access to",
    'Back to My Content',
    'Create new org',
  ],
} as const;

const sources = filesIn(['app', 'components', 'lib', 'server'], ['.ts', '.tsx'])
  .filter((file) => !file.endsWith('.test.ts'))
  .map(textOf)
  // Joins sentences that the formatter has broken into lines.
  .map((text) => text.replace(/\s+/g, ' '))
  .join('\n');

describe('the documented messages', () => {
  it.each(Object.entries(messages))('%s: every message is there, letter by letter', (_area, words) => {
    expect(words.filter((message) => !sources.includes(message))).toEqual([]);
  });
});
