import { describe, expect, it } from 'vitest';
import { alarmSpecs } from './specs/alarms.ts';
import { apiSpecs } from './specs/apis.ts';
import { faultSpecs } from './specs/documented-faults.ts';
import { filesSpecs } from './specs/files.ts';
import { functionSpecs } from './specs/functions.ts';
import { idleMonthSpecs } from './specs/idle-month.ts';
import { secretSpecs } from './specs/leaked-keys.ts';
import { mailSpecs } from './specs/mail.ts';
import { permissionSpecs } from './specs/permissions.ts';
import { runbookSpecs } from './specs/runbook.ts';
import { signInSpecs } from './specs/sign-in.ts';
import { siteSpecs } from './specs/site.ts';
import { tableCallSpecs } from './specs/table-calls.ts';
import { tableSpecs } from './specs/tables.ts';
import { dev } from './synthesized-deployments.ts';

// One file, because synthesizing takes seconds and test files share nothing.
signInSpecs();
apiSpecs();
permissionSpecs();
tableCallSpecs();
siteSpecs();
filesSpecs();
tableSpecs();
functionSpecs();
alarmSpecs();
idleMonthSpecs();
mailSpecs();
runbookSpecs();
faultSpecs();
secretSpecs();

describe('the templates as a whole', () => {
  /** Replaces the hashes, which change with every edit of a function or of the site. */
  const redacted = (template: unknown): unknown =>
    JSON.parse(JSON.stringify(template).replaceAll(/[0-9a-f]{64}/g, '<hash>'));

  it('change on purpose only: data', () => {
    expect(redacted(dev.data.toJSON())).toMatchSnapshot();
  });

  it('change on purpose only: app', () => {
    expect(redacted(dev.app.toJSON())).toMatchSnapshot();
  });
});
