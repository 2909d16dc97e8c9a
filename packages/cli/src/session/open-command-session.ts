import { createCleanup, defined, didYouMean } from '@drawbridge/core/base'
import { canonicalDialect } from '@drawbridge/core/registry'
import {
  type AuthorityOptions,
  createDrawbridge,
  type Drawbridge,
  type DrawbridgeOptions,
  type Session,
} from '@drawbridge/sdk'
import { sessionAgent } from '../agents/session-agent.ts'
import { UsageError } from '../command-line/usage-error.ts'
import type { SessionFlags } from './session-flags.ts'

export interface CommandSessionOptions {
  readonly flags: SessionFlags
  readonly createApprovers?: AuthorityOptions['createApprovers']
  readonly questioners?: AuthorityOptions['questioners']
  /** True if what is asked can be answered by `drawbridge approvals` and `drawbridge questions` as well. */
  readonly desk?: boolean
  /** Key of the session. Default: a new one. */
  readonly session?: string | undefined
  /**
   * Name of the dialect, or `auto`. `configured`: that of the configuration, else `safe`. `of-model`: that of the configuration, else
   * `auto`. Default: `canonical`, the names that a person types.
   */
  readonly dialect?: string | undefined
  /** The place that requests come from. Default: none is named. */
  readonly principal?: { readonly channel: string; readonly chat?: string }
  /** `provider` or `provider/model` that the tools are for. */
  readonly provider?: string | undefined
  /** The scope within which reading needs no question. Default `anywhere`. */
  readonly readScope?: 'workspace' | 'anywhere'
  /** The recording of the session: none, in a file, or in the database of the home. Default true. */
  readonly record?: DrawbridgeOptions['record']
  /** True if a person makes the calls: only configured limits apply, and calls may repeat. */
  readonly byPerson?: boolean
  /** True if sessions may name agents: an unknown one is refused. */
  readonly namesAgents?: boolean
  /** The scope that ends if a model repeats the same call. Default: its run. */
  readonly loopEnds?: 'run' | 'call'
  readonly signal?: AbortSignal
}

/** A session of one command, with the Drawbridge that it belongs to. */
export interface CommandSession extends AsyncDisposable {
  readonly drawbridge: Drawbridge
  readonly session: Session
}

/** Creates a Drawbridge from the flags and opens a session. Throws if a flag has an unusable value. */
export async function openCommandSession(options: CommandSessionOptions): Promise<CommandSession> {
  const { flags, session: id, provider, signal, record = 'database', readScope = 'anywhere' } = options
  const dialect = await readDialect(options.dialect)
  const { home, mode, config } = flags
  await using cleanup = createCleanup()
  const caller = cleanup.use(await sessionAgent(flags))
  const drawbridge = await createDrawbridge({
    ...caller.options,
    // If no session of it names an agent, nothing is opened to look for one.
    ...(flags.agent === undefined && options.namesAgents !== true ? { agents: { allowUnknown: true } } : {}),
    ...defined({ home, configFile: config, dialect }),
    ...(options.dialect === 'of-model' ? { fallbackDialect: 'auto' } : {}),
    settings: { endsLoops: options.byPerson !== true, loopEnds: options.loopEnds ?? 'run' },
    authority: {
      readScope,
      ...(mode === undefined ? {} : { mode }),
      ...(options.byPerson === true ? { limiting: 'configured' } : {}),
      ...defined({ desk: options.desk, questioners: options.questioners, createApprovers: options.createApprovers }),
    },
    record,
  })
  cleanup.use(drawbridge)
  const session = drawbridge.openSession({
    ...defined({ id, signal, deniedPaths: flags.deny, principal: options.principal }),
    scope: { provider },
  })
  const owned = cleanup.move()
  return { drawbridge, session, [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose]() }
}

/** Resolves to undefined for the dialect of the configuration. Rejects with `UsageError` for an unknown one. */
async function readDialect(name = canonicalDialect.name): Promise<DrawbridgeOptions['dialect']> {
  if (name === canonicalDialect.name) return canonicalDialect
  if (name === 'configured' || name === 'of-model') return undefined
  const { dialectNames } = await import('@drawbridge/core/dialect')
  const known = [...dialectNames, 'auto'] as const
  const dialect = known.find((each) => each === name)
  if (dialect !== undefined) return dialect
  const suggestion = didYouMean(name, known)
  throw new UsageError(`The dialect "${name}" does not exist.${suggestion} Valid: ${known.join(', ')}.`)
}
