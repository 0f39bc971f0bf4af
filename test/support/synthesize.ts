/**
 * Synthesizes the deployments that tests run, all in one process, so that functions are bundled once. The argument is
 * JSON: contexts by output folder.
 */
import { createApp } from '../../lib/app.ts';

const [json = '{}'] = process.argv.slice(2);
const wanted: Readonly<Record<string, Readonly<Record<string, unknown>>>> = JSON.parse(json);
for (const [outdir, context] of Object.entries(wanted)) createApp({ outdir, context }).synth();
