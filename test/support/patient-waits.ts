/** Gives `vi.waitFor` ten seconds, as `expect.poll` has. Its default of one is too short for a busy machine. */
import { vi } from 'vitest';

const { waitFor } = vi;
vi.waitFor = (check, options = 10_000) => waitFor(check, options);
