import type { ControlName, Key } from '../keys/key.ts'
import type { CommandName, Effect, Step } from './action.ts'
import { applyCompletion, wordBefore } from './complete-word.ts'
import { type Editor, editorOf, editWith, emptyEditor, insertText, isEmpty, textOf } from './editor.ts'
import { answerModal } from './modal.ts'
import { type Screen, withEntries } from './screen.ts'
import { helpText, readSlashCommand, slashCommands } from './slash-commands.ts'

/** The time in which a second Ctrl-C leaves, in milliseconds. */
const leavingMs = 2_000

/** Returns what a key does. Pure. */
export function pressKey(before: Screen, key: Key, at: number): Step {
  const screen: Screen = { ...before, lastKeyAt: at, completion: undefined }
  if (key.kind === 'control' && key.name === 'interrupt') return interrupt(screen, at)
  const rest = { ...screen, leavesUntil: undefined }
  if (key.kind === 'control' && key.name === 'redraw') return { screen: rest, effects: [{ type: 'redraw' }] }
  if (rest.modals[0]?.armed === true) return answerModal(rest, key, at)
  if (key.kind !== 'control') return still({ ...rest, editor: insertText(rest.editor, textFor(key)) })
  return pressControl(rest, key.name)
}

function textFor(key: Exclude<Key, { kind: 'control' }>): string {
  if (key.kind === 'text') return key.text
  return pastedPath(key.text) ?? key.text
}

/** Returns the plain path of a picture that was dragged or pasted into the terminal; undefined for any other text. */
function pastedPath(text: string): string | undefined {
  const line = text.trim()
  if (line.includes('\n')) return undefined
  const bare = /^'([^']*)'$/.exec(line)?.[1] ?? /^"([^"]*)"$/.exec(line)?.[1] ?? line.replaceAll(/\\(.)/g, '$1')
  const path = bare.startsWith('file://') ? decoded(bare.slice('file://'.length)) : bare
  return /^(?:\/|~\/|\.{1,2}\/).*\.(?:png|jpe?g|gif|webp|bmp|svg|pdf)$/i.test(path) ? path : undefined
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function pressControl(screen: Screen, name: ControlName): Step {
  const { editor } = screen
  switch (name) {
    case 'enter':
      // A backslash at the end of a line begins a new one, for terminals that cannot tell Alt-Enter from Enter.
      if (editor.lines[editor.row]?.slice(0, editor.column).endsWith('\\') === true)
        return still({ ...screen, editor: insertText(editWith(editor, 'backspace'), '\n') })
      return submit(screen)
    case 'tab':
      return complete(screen)
    case 'escape':
      return screen.work === 'working' && isEmpty(editor) ? stop(screen) : still(screen)
    case 'end-of-input':
      return isEmpty(editor) ? { screen, effects: [{ type: 'leave' }] } : edit(screen, 'delete')
    case 'up':
    case 'down': {
      const moved = editWith(editor, name)
      return moved === editor ? still(recall(screen, name)) : still({ ...screen, editor: moved })
    }
    default:
      return edit(screen, name)
  }
}

const still = (screen: Screen): Step => ({ screen, effects: [] })
const edit = (screen: Screen, name: ControlName): Step => still({ ...screen, editor: editWith(screen.editor, name) })

function interrupt(screen: Screen, at: number): Step {
  const isSecond = screen.leavesUntil !== undefined && at <= screen.leavesUntil
  if (isSecond)
    return { screen, effects: [...(screen.work === 'idle' ? [] : [{ type: 'abort' } as const]), { type: 'leave' }] }
  const leavesUntil = at + leavingMs
  if (screen.work !== 'idle') {
    const stopped = stop(screen)
    return { ...stopped, screen: { ...stopped.screen, leavesUntil } }
  }
  return still({ ...screen, editor: emptyEditor, leavesUntil })
}

function stop(screen: Screen): Step {
  return { screen: { ...screen, work: 'stopping' }, effects: [{ type: 'abort' }] }
}

function submit(screen: Screen): Step {
  const text = textOf(screen.editor)
  if (text.trim() === '') return still(screen)
  const sent: Screen = { ...screen, editor: emptyEditor, history: remember(screen, text) }
  const command = readSlashCommand(text)
  switch (command?.kind) {
    case undefined:
      return say(sent, text.trim())
    case 'help':
      return still(withEntries(sent, { kind: 'note', tone: 'plain', text: helpText() }))
    case 'cost':
      return still(withEntries(sent, { kind: 'note', tone: 'plain', text: costText(screen) }))
    case 'clear':
      return {
        screen: { ...sent, entries: [], dropped: sent.dropped + sent.entries.length },
        effects: [{ type: 'redraw' }],
      }
    case 'quit':
      return {
        screen: sent,
        effects: [...(screen.work === 'idle' ? [] : [{ type: 'abort' } as const]), { type: 'leave' }],
      }
    case 'queue':
      if (screen.work === 'idle') return say(sent, command.text)
      return still({ ...sent, queue: [...sent.queue, command.text] })
    case 'refused':
      return still(withEntries(sent, { kind: 'note', tone: 'notice', text: command.why }))
    case 'outside':
      if (screen.work !== 'idle' && !anytime.has(command.name)) {
        const text = `Wait until the model has finished, or stop it with Ctrl-C: /${command.name} changes what it works with.`
        return still(withEntries(sent, { kind: 'note', tone: 'notice', text }))
      }
      return { screen: sent, effects: [{ type: 'command', name: command.name, argument: command.argument }] }
    default:
      return command satisfies never
  }
}

function say(screen: Screen, text: string): Step {
  if (screen.work === 'idle') return { screen: { ...screen, work: 'working' }, effects: [{ type: 'send', text }] }
  return { screen: { ...screen, steering: [...screen.steering, text] }, effects: [{ type: 'steer', text }] }
}

function costText({ standing: { tokens, cost, children, contextTokens, windowTokens } }: Screen): string {
  const prompt =
    contextTokens === undefined || windowTokens === undefined
      ? ''
      : ` The last prompt had ${contextTokens} of ${windowTokens} tokens.`
  const below =
    children === undefined
      ? ''
      : ` ${children.tokens} tokens in its ${children.count} children and theirs. ${priceText(children.cost)}`
  return `${tokens} tokens in this conversation. ${priceText(cost)}${below}${prompt}`
}

function priceText(cost: number | undefined): string {
  return cost === undefined ? 'The cost is not known.' : `The cost is $${cost.toFixed(4)}.`
}

/** The commands that change nothing of a run. */
const anytime: ReadonlySet<CommandName> = new Set(['children', 'explain', 'permissions', 'sessions', 'tools'])

const keptTexts = 500

function remember({ history }: Screen, text: string): Screen['history'] {
  const texts = history.texts.at(-1) === text ? history.texts : [...history.texts, text].slice(-keptTexts)
  return { texts, at: undefined, draft: emptyEditor }
}

/** Shows what was sent before or after; after the last one comes the draft again. */
function recall(screen: Screen, direction: 'up' | 'down'): Screen {
  const { texts, at, draft } = screen.history
  const place = (at ?? texts.length) + (direction === 'up' ? -1 : 1)
  if (place < 0 || place > texts.length) return screen
  const kept: Editor = at === undefined ? screen.editor : draft
  const text = texts[place]
  if (text === undefined) return { ...screen, editor: kept, history: { texts, at: undefined, draft: emptyEditor } }
  return { ...screen, editor: editorOf(text), history: { texts, at: place, draft: kept } }
}

function complete(screen: Screen): Step {
  const word = wordBefore(screen.editor)
  if (/^\/[a-z]*$/.test(textOf(screen.editor))) {
    const candidates = slashCommands.map(({ name }) => `/${name}`).filter((name) => name.startsWith(word))
    return still(applyCompletion(screen, word, candidates))
  }
  const effects: readonly Effect[] = word === '' ? [] : [{ type: 'complete', word }]
  return { screen, effects }
}
