import { DrawbridgeError } from '@drawbridge/core'
import { examineConfiguration, formatProblem } from '@drawbridge/sdk/config'
import { resolveHome, resolveWorkspace } from '@drawbridge/sdk/folders'
import { secretNames } from '@drawbridge/sdk/secrets'
import type { Check } from './check.ts'
import { lookAtStore, readableRows } from './look-at-store.ts'

export const checkConfiguration: Check = {
  name: 'configuration',
  look: async (surroundings) => {
    const { flags, io } = surroundings
    const { config } = flags
    const { environment } = io
    const home = resolveHome({ flag: flags.home, env: environment })
    const found = await examineConfiguration({
      home,
      workspace: resolveWorkspace(flags.workspace),
      config,
      environment,
      ...(await readableRows(surroundings)),
      secrets: async () => {
        const { database } = await lookAtStore(surroundings)
        if (database?.status !== 'unusable') return secretNames({ home, environment })()
        throw new DrawbridgeError('store_unavailable', 'It refers to secrets, but the database cannot be used.')
      },
    })
    const { files, problems, warnings } = found
    const [problem] = problems
    if (problem !== undefined) {
      const message = `${problems.length === 1 ? 'A fault' : `${problems.length} faults`} in the configuration: ${formatProblem(problem)}`
      return {
        status: 'fail',
        message,
        advice: 'Fix it: until then the configuration is not applied, and nothing starts.',
      }
    }
    const [shadowProblem] = found.shadowProblems
    if (shadowProblem !== undefined) {
      return {
        status: 'warn',
        message: `The shadow policy is not compared: ${formatProblem(shadowProblem)}`,
        advice: 'Correct it. The policy in force is not affected.',
      }
    }
    const [limit] = found.unheld
    if (limit !== undefined) return { status: 'warn', message: limit }
    const [warning] = warnings
    if (warning !== undefined) {
      return {
        status: 'warn',
        message: formatProblem(warning),
        advice: 'This is fine if its tools are added later, by a server, a database or a file.',
      }
    }
    if (files.length === 0) return { status: 'ok', message: 'No drawbridge.jsonc exists; the built-in defaults apply.' }
    return { status: 'ok', message: `Read from ${files.join(' and ')}.` }
  },
}
