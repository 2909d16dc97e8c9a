import { parseArgs } from 'node:util'
import { runMeasures } from './lib/run-measures.ts'

const here = import.meta.dirname
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    traces: { type: 'string' },
    pairs: { type: 'string' },
    dependent: { type: 'string', multiple: true },
  },
})
process.exitCode = await runMeasures(
  { folder: `${here}/scores`, results: `${here}/results`, options: values },
  positionals,
)
