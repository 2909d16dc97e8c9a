import { parseArgs } from 'node:util'
import { runMeasures } from './lib/run-measures.ts'

const here = import.meta.dirname
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    database: { type: 'string' },
    chunks: { type: 'string' },
  },
})
process.exitCode = await runMeasures(
  { folder: `${here}/measures`, results: `${here}/results`, options: values },
  positionals,
)
