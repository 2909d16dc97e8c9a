import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approveEverything } from '@drawbridge/core'
import { createDrawbridge, type DrawbridgeOptions } from '@drawbridge/sdk'

const callsPerSession = 4

export interface BenchSession extends AsyncDisposable {
  /**
   * Calls a tool through the whole pipeline. Throws unless the outcome is `ok`, so that no failure is measured. Resolves to `data`.
   */
  call(tool: string, args: Readonly<Record<string, unknown>>): Promise<unknown>
}

/** Sessions with everything on, a home of its own, no limits of rate, and a yes to everything. */
export async function openBenchSession(options: DrawbridgeOptions): Promise<BenchSession> {
  const home = await mkdtemp(join(tmpdir(), 'drawbridge-bench-home-'))
  const drawbridge = await createDrawbridge({
    home,
    ...options,
    authority: { approvers: [approveEverything], limiting: 'off', ...options.authority },
  })
  let session = drawbridge.openSession()
  let calls = 0
  return {
    call: async (tool, args) => {
      // The same call over and over ends a session, as it should for a model that goes in circles.
      calls += 1
      if (calls % callsPerSession === 0) session = drawbridge.openSession()
      const outcome = await session.call({ name: tool.replace('.', '__'), arguments: args })
      if (outcome.status !== 'ok') throw new Error(`${tool} ${outcome.status}: ${outcome.message}`)
      return outcome.result.data
    },
    [Symbol.asyncDispose]: async () => {
      await drawbridge[Symbol.asyncDispose]()
      await rm(home, { recursive: true, force: true })
    },
  }
}
