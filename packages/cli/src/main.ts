import { runCommandLine } from './command-line/run-command-line.ts'
import { createProcessIo } from './io/create-process-io.ts'

process.exitCode = await runCommandLine(process.argv.slice(2), createProcessIo(process))
