import { runMeasures } from './lib/run-measures.ts'

const here = import.meta.dirname
process.exitCode = await runMeasures({ folder: `${here}/scores`, results: `${here}/results` }, process.argv.slice(2))
