import { toJson } from '../../json/index.ts'
import type { FileProvenance } from '../../machine/machine.ts'
import type { Failure } from '../../outcome/failure.ts'
import type { ContentBlock, UnlabelledBlock } from '../../result/content-block.ts'
import { type Label, type LabelSource, ownLabel } from '../../result/label.ts'
import { describeProblems } from '../../schema/problem/describe-problems.ts'
import { problemsOfIssues } from '../../schema/problem/problems-of-issues.ts'
import type { PathTarget, Target } from '../../target/target.ts'
import type { SessionKey, SessionState } from '../../tool/session-state.ts'
import { isToolOutput } from '../../tool/tool-return.ts'
import type { AuthorizedCall } from '../call.ts'
import type { Ending } from '../ending.ts'
import type { RunContext } from '../run-context.ts'

/** Files whose content this session wrote itself: it is not untrusted. */
const writtenPaths: SessionKey<Set<string>> = { name: 'paths written by the session', create: () => new Set() }

/** Makes one ending of whatever a tool returns: text, any JSON value, nothing, parts made by `toolOutput`, or a failure. */
export function wrapOutput(call: AuthorizedCall, output: unknown, context: RunContext, cause?: Failure): Ending {
  const label = labelOutput(call, context.session)
  const { decision, targets } = call
  const ending = { call, executed: call, status: 'ok', decision, targets, redactions: noRedactions } as const
  if (cause !== undefined) {
    const content = [text(cause.message, ownLabel), ...labelled(cause.content ?? [], label)]
    const ownLabels = hasOwnLabel(cause.content ?? []) ? ({ labelled: true } as const) : {}
    return { ...ending, content, ...(cause.data === undefined ? {} : { data: toJson(cause.data) }), ...ownLabels }
  }
  if (isToolOutput(output)) {
    const { content, data, forUser, media, meta } = output
    return {
      ...ending,
      content: labelled(content, label).map((block) => ({ ...block, label: ownLabelOf(call, block.label, context) })),
      ...silenceOf(content),
      ...(data === undefined ? {} : { data: checked(call, data) }),
      ...(forUser === undefined ? {} : { forUser }),
      ...(media === undefined ? {} : { media: labelled(media, label) }),
      ...(meta === undefined ? {} : { toolMeta: toJson(meta) }),
      ...(hasOwnLabel(content) || (media !== undefined && hasOwnLabel(media)) ? { labelled: true } : {}),
    }
  }
  const value = isStructured(output) ? checked(call, output) : toJson(output)
  const shown = call.tool.definition.toModel?.(output) ?? defaultContent(value)
  const data = isStructured(output) ? { data: value } : {}
  const notes = { ...silenceOf(shown), ...(hasOwnLabel(shown) ? { labelled: true as const } : {}) }
  return { ...ending, content: labelled(shown, label), ...data, ...notes }
}

/** The structured value as JSON, checked by the tool's output schema. Throws if it breaks that. */
function checked({ tool }: AuthorizedCall, data: unknown): unknown {
  const result = tool.definition.output?.['~standard'].validate(data)
  if (result === undefined || result instanceof Promise) return toJson(data)
  if (result.issues === undefined) return toJson(result.value)
  const problems = describeProblems(problemsOfIssues(tool.outputSchema ?? {}, data, result.issues))
  throw new TypeError(`its result does not match its output schema:\n${problems}\n`)
}

const noRedactions: Readonly<Record<string, number>> = Object.freeze({})

function defaultContent(output: unknown): string | readonly UnlabelledBlock[] {
  if (typeof output === 'string') return output
  if (output === undefined || output === null) return ''
  return isStructured(output) ? [{ type: 'json', value: output }] : String(output)
}

function isStructured(output: unknown): boolean {
  return typeof output === 'object' && output !== null
}

function silenceOf(content: string | readonly UnlabelledBlock[]): Pick<Ending, 'silent'> {
  return content === '' ? { silent: true } : {}
}

function hasOwnLabel(content: string | readonly UnlabelledBlock[]): boolean {
  return typeof content !== 'string' && content.some((block) => block.label !== undefined)
}

/** Silence is said, so that no model takes it for a failure. */
function labelled(content: string | readonly UnlabelledBlock[], label: Label): readonly ContentBlock[] {
  if (typeof content === 'string') return [content === '' ? text('(no output)', ownLabel) : text(content, label)]
  return content.map((block): ContentBlock => {
    const shown = block.type === 'json' ? { ...block, value: toJson(block.value) } : block
    return { ...shown, label: block.label ?? label } as ContentBlock
  })
}

function text(value: string, label: Label): ContentBlock {
  return { type: 'text', text: value, label }
}

/**
 * To be called after a call that ran; one that failed may have written a part. What is written after a stranger's words entered the session, by a command or from the network,
 * may hold them: it is as untrusted as they are. A file that is changed in part stays what it was.
 */
export function noteWrittenPaths(
  call: AuthorizedCall,
  context: Pick<RunContext, 'session' | 'flow'>,
  isDone: boolean,
): void {
  const written = context.session.use(writtenPaths)
  for (const { real } of call.targets.filter(isWritten)) {
    if (!isOwnAfter(call, real, context)) written.delete(real)
    else if (isDone) written.add(real)
  }
}

/** Returns true if a file that a call writes has only this session's own words then. */
function isOwnAfter(
  call: AuthorizedCall,
  real: string,
  { session, flow }: Pick<RunContext, 'session' | 'flow'>,
): boolean {
  const mayHoldStrangers =
    flow.isTainted ||
    flow.earlier !== undefined ||
    isForeign(call) ||
    call.targets.some((target) => mayHoldForeignText(target, session))
  if (mayHoldStrangers) return false
  return session.use(writtenPaths).has(real) || call.tool.definition.replacesContent?.(call.input) === true
}

/** Returns what is known of whose words are in the files of a call, for the machine, which keeps the trust of some of them. */
export function provenanceOf(
  call: AuthorizedCall,
  { session, flow }: Pick<RunContext, 'session' | 'flow'>,
): FileProvenance {
  return {
    get replacesContent() {
      return call.tool.definition.replacesContent?.(call.input) === true
    },
    noteRead: (real, trust) => {
      const written = session.use(writtenPaths)
      if (trust === 'trusted') written.add(real)
      else written.delete(real)
    },
    trustOfWrite: async (real) => {
      try {
        await flow.takeEarlier()
      } catch {
        // The words that entered before cannot be known.
        return 'untrusted'
      }
      const reads = call.targets.some((target) => {
        const isItself = target.kind === 'path' && target.real === real
        return !isItself && mayHoldForeignText(target, session)
      })
      return flow.isTainted || isForeign(call) || reads ? 'untrusted' : 'trusted'
    },
  }
}

function isWritten(target: Target): target is PathTarget {
  return target.kind === 'path' && target.access === 'write'
}

/** A tool that quotes a file cannot know who wrote it: what it calls a stranger's is the session's own if all of the file is. */
function ownLabelOf(call: AuthorizedCall, label: Label, context: RunContext): Label {
  const isOwn =
    label.trust === 'untrusted' &&
    label.sources.length > 0 &&
    label.sources.every(
      ({ target: real }) =>
        call.targets.some((target) => isWritten(target) && target.real === real) &&
        real !== undefined &&
        isOwnAfter(call, real, context),
    )
  return isOwn ? { ...label, trust: 'trusted' } : label
}

/** Returns the label of a call's content: untrusted as soon as anything in it may be a stranger's words. */
export function labelOutput(call: AuthorizedCall, session: SessionState): Label {
  return {
    sources: sourcesOf(call),
    trust:
      isForeign(call) || call.targets.some((target) => mayHoldForeignText(target, session)) ? 'untrusted' : 'trusted',
    readers: 'anyone',
  }
}

function sourcesOf({ tool, targets }: AuthorizedCall): readonly LabelSource[] {
  if (targets.length === 0) return [{ tool: tool.name }]
  return targets.map((target) => ({ tool: tool.name, target: describeTarget(target) }))
}

function isForeign({ tool }: AuthorizedCall): boolean {
  return tool.origin === 'mcp' || tool.tags.has('network')
}

function mayHoldForeignText(target: Target, session: SessionState): boolean {
  switch (target.kind) {
    case 'path':
      return isRead(target) && !session.use(writtenPaths).has(target.real)
    case 'command':
    case 'host':
    case 'dynamic':
    case 'server':
      return true
    case 'session':
    case 'agent':
      return false
  }
}

function isRead({ access }: PathTarget): boolean {
  return access === 'read' || access === 'list'
}

function describeTarget(target: Target): string {
  switch (target.kind) {
    case 'path':
      return target.real
    case 'command':
      return target.program.name
    case 'host':
      return `${target.scheme}://${target.host}:${target.port}`
    case 'dynamic':
      return `dynamic ${target.of}`
    default:
      return `${target.kind} ${target.id}`
  }
}
