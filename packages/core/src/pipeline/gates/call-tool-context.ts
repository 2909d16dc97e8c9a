import type { ArtifactOrigin, ArtifactStore, ArtifactWriter, SessionArtifacts } from '../../artifact/artifact-store.ts'
import type { Principal } from '../../base/principal.ts'
import type { Clock } from '../../clock/clock.ts'
import type { FileAccess } from '../../machine/file-access.ts'
import type { MachineScope } from '../../machine/machine.ts'
import type { ProcessRunner } from '../../machine/process-runner.ts'
import type { Question } from '../../question/question.ts'
import type { QuestionResult } from '../../question/questioner.ts'
import type { Scrubber } from '../../scrub/index.ts'
import type { Invocation } from '../../target/invocation.ts'
import type { Target } from '../../target/target.ts'
import { type CallerClient, scrubbedClient } from '../../tool/caller-client.ts'
import type { OutputSpill } from '../../tool/output-spill.ts'
import type { SessionState } from '../../tool/session-state.ts'
import type { RunTool, ToolContext, ToolProgress } from '../../tool/tool-context.ts'
import type { AuthorizedCall } from '../call.ts'
import { callFacts } from '../call-facts.ts'
import { noteEvent } from '../note-event.ts'
import type { RunContext } from '../run-context.ts'
import type { Deadline } from './deadline.ts'
import { labelOutput, provenanceOf } from './wrap-output.ts'

/** Milliseconds. */
const tellingMs = 1_000

/**
 * A tool's context: the machine, accessed through the targets of this one call. Signal, files and processes are created
 * at the first access, since most tools use none and should not pay for them.
 */
export class CallToolContext implements ToolContext {
  readonly #call: AuthorizedCall
  readonly #deadline: Deadline
  readonly #run: RunContext
  #files: FileAccess | undefined
  #processes: ProcessRunner | undefined

  constructor(call: AuthorizedCall, deadline: Deadline, run: RunContext) {
    this.#call = call
    this.#deadline = deadline
    this.#run = run
  }

  get toolCallId(): string {
    return this.#call.toolCallId
  }

  get principal(): Principal {
    return this.#run.principal
  }

  get signal(): AbortSignal {
    return this.#deadline.signal
  }

  get workspace(): string {
    return this.#run.machine.workspace
  }

  get targets(): readonly Target[] {
    return this.#call.targets
  }

  get invocations(): readonly Invocation[] {
    return this.#call.invocations
  }

  get files(): FileAccess {
    this.#files ??= this.#run.machine.files(this.#scope())
    return this.#files
  }

  get processes(): ProcessRunner {
    this.#processes ??= this.#run.machine.processes(this.#scope())
    return this.#processes
  }

  get session(): SessionState {
    return this.#run.session
  }

  get clock(): Clock {
    return this.#run.clock
  }

  get scrubber(): Scrubber {
    return this.#run.scrubber
  }

  get timeoutMs(): number {
    return Math.max(0, this.#deadline.timeoutMs - this.#deadline.lockedMs)
  }

  get client(): CallerClient | undefined {
    const { client, scrubber } = this.#run
    return client && scrubbedClient(client, scrubber)
  }

  get artifacts(): SessionArtifacts | undefined {
    const { artifacts, principal } = this.#run
    if (artifacts === undefined) return undefined
    return {
      find: (id) => artifacts.find(id, principal.session),
      read: (id, range) => artifacts.read(id, principal.session, range),
    }
  }

  readonly progress = (progress: ToolProgress): void => {
    const { toolCallId, tool } = this.#call
    this.#run.events.announce({ type: 'tool.progress', toolCallId, tool: tool.name, ...progress }, this.principal.run)
  }

  readonly tools = (): readonly RunTool[] => {
    const { snapshot, authority } = this.#run
    const deferred = new Set(snapshot.deferred)
    return [...snapshot.tools, ...snapshot.deferred]
      .filter(({ name }) => authority.removal?.(name) === undefined)
      .sort((left, right) => (left.name < right.name ? -1 : 1))
      .map((tool) => ({
        name: tool.name,
        exposedName: snapshot.names.exposedName(tool.name) ?? tool.name,
        description: tool.description,
        isDeferred: deferred.has(tool),
        loadSchema: async () => snapshot.show(await tool.describe()).inputSchema,
      }))
  }

  readonly ask = async (
    questions: readonly Question[],
    { timeoutMs = Number.POSITIVE_INFINITY }: { readonly timeoutMs?: number } = {},
  ): Promise<QuestionResult> => {
    const { questioners, principal, machine, clock, ids, scrubber } = this.#run
    const { putQuestions } = await import('../../question/put-questions.ts')
    return putQuestions(questions, {
      questioners,
      principal,
      toolCallId: this.toolCallId,
      workspace: machine.workspace,
      // A little is left of the call's own time for telling that nobody answered.
      timeoutMs: Math.min(timeoutMs, Math.max(0, this.timeoutMs - tellingMs)),
      signal: this.signal,
      clock,
      ids,
      scrubber,
      note: (event) => noteEvent(event, this.#run),
    })
  }

  readonly spill = (mediaType: string): OutputSpill | undefined => {
    const { artifacts, scrubber, principal } = this.#run
    if (artifacts === undefined) return undefined
    const { toolCallId, tool } = this.#call
    const label = labelOutput(this.#call, this.session)
    const origin = { session: principal.session, tool: tool.name, toolCallId, mediaType, label }
    return scrubbedSpill(artifacts, scrubber, origin)
  }

  #scope(): MachineScope {
    const { targets, invocations, decision } = this.#call
    const { authority, principal } = this.#run
    const denials = authority.denials?.(callFacts(this.#call, principal))
    const contained = decision.contained === true
    const provenance = provenanceOf(this.#call, this.#run)
    return { targets, invocations, contained, denials, provenance, principal, signal: this.signal }
  }
}

/** A spill into the artifact store, by way of the scrubber: nothing reaches the disk as it came. */
function scrubbedSpill(store: ArtifactStore, scrubber: Scrubber, origin: ArtifactOrigin): OutputSpill {
  const stream = scrubber.stream()
  const decoder = new TextDecoder()
  let writer: ArtifactWriter | undefined
  let failed = false

  const attempt = async <Value>(act: (open: ArtifactWriter) => Promise<Value>): Promise<Value | undefined> => {
    if (failed) return undefined
    try {
      writer ??= await store.create(origin)
      return await act(writer)
    } catch {
      failed = true
      await writer?.discard().catch(() => undefined)
      return undefined
    }
  }
  const writeText = async (text: string): Promise<void> => {
    if (text !== '') await attempt((open) => open.write(text))
  }

  return {
    write: (chunk) => writeText(stream.push(decoder.decode(chunk, { stream: true }))),
    finish: async () => {
      await writeText(stream.push(decoder.decode()) + stream.flush())
      const artifact = await attempt((open) => open.finish())
      if (artifact === undefined) return undefined
      const { id, mediaType, bytes } = artifact
      return { type: 'artifact_ref', id, mediaType, bytes }
    },
    discard: async () => void (await writer?.discard().catch(() => undefined)),
  }
}
