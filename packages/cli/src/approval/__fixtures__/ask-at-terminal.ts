import { argv, env, stdout } from 'node:process'
import { createScrubber } from '@drawbridge/core/scrub'
import { openTerminal } from '../../terminal/open-terminal.ts'
import { createTerminalApprover } from '../create-terminal-approver.ts'
import { previewOf, scenes } from './questions.ts'

// Asks one scene at the terminal that it was started at, and prints what was decided.
const scene = scenes[argv[2] ?? '']
const terminal = openTerminal(env, { inputIsData: false })
if (scene === undefined || terminal === undefined) throw new Error('started without a scene, or without a terminal')
const scrubber = createScrubber()
const approver = createTerminalApprover({
  terminal,
  previewChange: async (request) => previewOf(scene, request, scrubber),
  scrubber,
})
const decisions = await Array.fromAsync(approver.ask(scene.requests, new AbortController().signal))
terminal[Symbol.dispose]()
stdout.write(`decided: ${JSON.stringify(decisions)}\n`)
