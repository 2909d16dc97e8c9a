import { escapeToOneLine } from '@drawbridge/core/base'
import { createStyle } from '@drawbridge/room/text'
import { explainConfiguration, readConfiguration } from '@drawbridge/sdk/config'
import { resolveHome, resolveWorkspace } from '@drawbridge/sdk/folders'
import { secretNames } from '@drawbridge/sdk/secrets'
import { UsageError } from '../command-line/usage-error.ts'
import type { Io } from '../io/io.ts'
import { renderProblems } from '../policy/render-problems.ts'
import type { SessionFlags } from '../session/session-flags.ts'

/** Shows every setting in force and where it comes from. */
export async function runConfigExplain(
  flags: SessionFlags & { readonly json?: boolean },
  { output, environment }: Io,
): Promise<void> {
  const { config, mode } = flags
  const workspace = resolveWorkspace(flags.workspace)
  const sources = { home: resolveHome({ flag: flags.home, env: environment }), workspace, config, environment }
  const loaded = await readConfiguration({ ...sources, secrets: secretNames(sources) })
  if (loaded.status === 'refused') {
    throw new UsageError(
      `The configuration is not applied.\n${renderProblems(loaded.problems, [], createStyle(false)).trimEnd()}`,
    )
  }
  const values = explainConfiguration(loaded.configuration).map((entry) =>
    entry.key === 'permissions.mode' && mode !== undefined ? { ...entry, value: mode, origin: '--mode' } : entry,
  )
  if (flags.json === true) await output.write(`${JSON.stringify({ values })}\n`)
  else {
    const width = Math.max(...values.map(({ key }) => key.length))
    const lines = values.map(({ key, value, origin, takesEffect, remark }) => {
      const note = takesEffect === 'next start' ? '; takes effect at the next start' : ''
      return `${key.padEnd(width)}  ${escapeToOneLine(JSON.stringify(value))}  (${origin}${note}${remark === undefined ? '' : `; it ${remark}`})\n`
    })
    await output.write(lines.join(''))
  }
}
