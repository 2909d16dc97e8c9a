import type { Artifact } from '../../artifact/artifact-store.ts'
import { cutText } from '../../bound/cut-text.ts'
import type { ArtifactReferenceBlock, ContentBlock } from '../../result/content-block.ts'
import { joinLabels, type Label } from '../../result/label.ts'
import type { Ending } from '../ending.ts'
import type { RunContext } from '../run-context.ts'

/** Cuts what is too long for a model: its text keeps head and tail, the whole goes to an artifact that the model can page through. */
export function bound(ending: Ending, context: RunContext): Ending | Promise<Ending> {
  // In a replay that no longer has the whole.
  if (ending.truncated !== undefined) return ending
  const { artifact: storesWhole = true, ...own } = ending.executed?.tool.definition.resultLimit ?? {}
  const whole = wholeText(ending.content)
  const cut = whole && cutText(whole.text, { ...context.settings.resultLimit, ...own })
  if (whole === undefined || cut === undefined) return ending

  const conclude = (artifact: Pick<Artifact, 'id' | 'bytes' | 'mediaType'> | undefined): Ending => {
    const totalBytes = Math.max(cut.totalBytes, artifact?.bytes ?? 0)
    const { head, tail, shownBytes } = cut
    // The hooks' additions are part of the text now.
    const { added: _, ...rest } = ending
    const text = `${head}\n[... output truncated: ${shownBytes} of ${totalBytes} bytes shown, ${whereabouts(artifact)}]\n${tail}`
    return {
      ...rest,
      content: [{ type: 'text', text, label: whole.label }, ...referenceTo(artifact, whole.label), ...whole.others],
      truncated: { shownBytes, totalBytes },
      ...(artifact === undefined ? {} : { artifact: artifact.id }),
    }
  }
  const spilled = ending.content.find((block) => block.type === 'artifact_ref')
  if (spilled !== undefined) return { ...conclude(spilled), spilled: true }
  return storesWhole && ending.executed !== undefined
    ? store(whole, ending, context).then(conclude)
    : conclude(undefined)
}

interface WholeText {
  readonly text: string
  readonly label: Label
  /** The blocks that are not text. */
  readonly others: readonly ContentBlock[]
}

/** All that is text in a result, as one. */
function wholeText(content: readonly ContentBlock[]): WholeText | undefined {
  const [first] = content
  if (content.length === 1 && first?.type === 'text') return { text: first.text, label: first.label, others: [] }
  const written = content.filter((block) => block.type === 'text' || block.type === 'json')
  const [start, ...rest] = written
  if (start === undefined) return undefined
  return {
    text: written.map((block) => (block.type === 'text' ? block.text : JSON.stringify(block.value))).join('\n'),
    label: rest.reduce((label, block) => joinLabels(label, block.label), start.label),
    others: content.filter((block) => block.type !== 'text' && block.type !== 'json' && block.type !== 'artifact_ref'),
  }
}

/** An artifact that cannot be stored costs the artifact, not the result. */
async function store(
  { text, label }: WholeText,
  { call, executed }: Ending,
  { artifacts, principal }: RunContext,
): Promise<Artifact | undefined> {
  if (artifacts === undefined || executed === undefined) return undefined
  try {
    const { session } = principal
    const writer = await artifacts.create({
      session,
      tool: executed.tool.name,
      toolCallId: call.toolCallId,
      mediaType: 'text/plain',
      label,
    })
    await writer.write(text)
    return await writer.finish()
  } catch {
    return undefined
  }
}

function whereabouts(artifact: Pick<Artifact, 'id'> | undefined): string {
  return artifact === undefined
    ? 'the rest was not stored: ask for less at a time'
    : `artifact ${artifact.id}: read more with artifact.read`
}

function referenceTo(
  artifact: Pick<Artifact, 'id' | 'bytes' | 'mediaType'> | undefined,
  label: Label,
): readonly ArtifactReferenceBlock[] {
  if (artifact === undefined) return []
  const { id, bytes, mediaType } = artifact
  return [{ type: 'artifact_ref', id, mediaType, bytes, label }]
}
