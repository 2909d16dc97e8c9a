import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDrawbridge } from '@drawbridge/sdk'
import type { Check } from './check.ts'

/** Searches for real, the way a model's call would: ripgrep may be there and not run, or run and not be found by the tool. */
export const checkSearch: Check = {
  name: 'ripgrep',
  look: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'drawbridge-doctor-'))
    try {
      await writeFile(join(folder, 'needle.txt'), 'needle\n')
      await using drawbridge = await createDrawbridge({
        workspace: folder,
        home: join(folder, 'home'),
        record: 'off',
        // This check needs no database, even if the environment names one.
        config: { store: { kind: 'files' } },
      })
      const outcome = await drawbridge.openSession().call({ name: 'fs.search', arguments: { query: 'needle' } })
      if (outcome.status === 'ok') return { status: 'ok', message: 'Searching works.' }
      return {
        status: 'fail',
        message: `Searching does not work: ${outcome.message}`,
        advice: 'Run `npm ci` (or install @drawbridge/cli again) without leaving out optional packages.',
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}
