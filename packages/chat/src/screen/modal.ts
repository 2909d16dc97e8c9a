import type { ApprovalAnswer } from '@drawbridge/core'
import { readTypedAnswer } from '@drawbridge/core/question'
import type { Key } from '../keys/key.ts'
import type { Step } from './action.ts'
import { editWith, emptyEditor, insertText, textOf } from './editor.ts'
import { type Modal, type Screen, withEntries } from './screen.ts'

/** The keys of the answers. */
export const keyOfAnswer: Readonly<Record<ApprovalAnswer, string>> = {
  allow_once: 'y',
  allow_for_session: 's',
  allow_always: 'a',
  deny: 'n',
  abort: 'q',
}

/** The key that shows what was left out of a question. */
export const viewKey = 'v'

const givenAnswer: Readonly<Record<ApprovalAnswer, string>> = {
  allow_once: 'Allowed once.',
  allow_for_session: 'Allowed for this session.',
  allow_always: 'Allowed always.',
  deny: 'Denied.',
  abort: 'The run is ended.',
}

/** The time for which a question must have been on the screen before a key answers it, and nothing may have been typed. Milliseconds. */
const shownMs = 200
const quietMs = 600

/** Returns the time at which the first question takes keys; undefined if none waits for that. */
export function armsAt({ modals: [modal], lastKeyAt }: Pick<Screen, 'modals' | 'lastKeyAt'>): number | undefined {
  if (modal === undefined || modal.armed) return undefined
  return Math.max(modal.shownAt + shownMs, lastKeyAt + quietMs)
}

/** Returns the screen on which the first question takes keys, if it has been there long enough. Pure. */
export function armModal(screen: Screen, at: number): Screen {
  const due = armsAt(screen)
  const [modal, ...rest] = screen.modals
  return modal === undefined || due === undefined || at < due
    ? screen
    : { ...screen, modals: [{ ...modal, armed: true }, ...rest] }
}

/** Adds a question. It is shown once those before it are answered. Pure. */
export function showModal(screen: Screen, modal: Modal): Screen {
  const modals = [...screen.modals, modal]
  return modals.length === 1 ? announce({ ...screen, modals }) : { ...screen, modals }
}

/** Takes away a question that needs no answer any more. Pure. */
export function dropModal(screen: Screen, id: string, at: number): Screen {
  const place = screen.modals.findIndex((modal) => idOf(modal) === id)
  if (place < 0) return screen
  const note = { kind: 'note', tone: 'faint', text: 'An answer is no longer needed.' } as const
  return place === 0 ? next(withEntries(screen, note), at) : { ...screen, modals: screen.modals.toSpliced(place, 1) }
}

function idOf(modal: Modal): string {
  return modal.kind === 'approval' ? modal.shown.request.id : modal.request.id
}

/** Prints the first question. */
function announce(screen: Screen): Screen {
  const [modal] = screen.modals
  if (modal === undefined) return screen
  if (modal.kind === 'approval')
    return withEntries(screen, { kind: 'approval', shown: modal.shown, complete: modal.complete })
  return withEntries(screen, { kind: 'question', request: modal.request, index: modal.answers.length })
}

function next(screen: Screen, at: number): Screen {
  const [, following, ...rest] = screen.modals
  if (following === undefined) return { ...screen, modals: [] }
  return announce({ ...screen, modals: [{ ...following, shownAt: at }, ...rest] })
}

/** Returns what a key does while a question waits for it. Pure. */
export function answerModal(screen: Screen, key: Key, at: number): Step {
  const [modal, ...rest] = screen.modals
  if (modal === undefined) return { screen, effects: [] }
  if (modal.kind === 'approval' && modal.stage === 'choose') return chooseAnswer(screen, modal, key, at)
  if (key.kind === 'control' && key.name === 'enter') return enterLine(screen, modal, at)
  if (key.kind === 'control' && key.name === 'escape') return leaveLine(screen, modal, at)
  const editor = key.kind === 'control' ? editWith(modal.editor, key.name) : insertText(modal.editor, key.text)
  return { screen: { ...screen, modals: [{ ...modal, editor }, ...rest] }, effects: [] }
}

type ApprovalModal = Extract<Modal, { kind: 'approval' }>

function chooseAnswer(screen: Screen, modal: ApprovalModal, key: Key, at: number): Step {
  const { shortened, offered } = modal.shown.layOut(screen.columns, modal.complete)
  const pressed = key.kind === 'text' && key.text.length === 1 ? key.text.toLowerCase() : undefined
  if (pressed === viewKey && shortened) {
    const [, ...rest] = screen.modals
    return { screen: announce({ ...screen, modals: [{ ...modal, complete: true }, ...rest] }), effects: [] }
  }
  const answer = offered.find((each) => keyOfAnswer[each] === pressed)
  if (answer === undefined) return { screen, effects: [] }
  if (answer !== 'deny') return decide(screen, modal, answer, '', at)
  const [, ...rest] = screen.modals
  return { screen: { ...screen, modals: [{ ...modal, stage: 'reason', editor: emptyEditor }, ...rest] }, effects: [] }
}

function decide(screen: Screen, { shown }: ApprovalModal, answer: ApprovalAnswer, reason: string, at: number): Step {
  const { id, digest } = shown.request
  const text = `${givenAnswer[answer]}${reason === '' ? '' : ` ${reason}`}`
  return {
    screen: next(withEntries(screen, { kind: 'note', tone: 'faint', text }), at),
    effects: [{ type: 'decide', decision: { requestId: id, digest, answer, ...(reason === '' ? {} : { reason }) } }],
  }
}

function enterLine(screen: Screen, modal: Modal, at: number): Step {
  const [, ...rest] = screen.modals
  const line = textOf(modal.editor).trim()
  if (modal.kind === 'approval') return decide(screen, modal, 'deny', line, at)
  const question = modal.request.questions[modal.answers.length]
  if (question === undefined) return { screen, effects: [] }
  if (line === '') {
    if (modal.isDeclining) return leaveLine(screen, modal, at)
    const note = { kind: 'note', tone: 'notice', text: 'Press Enter again to decline, or answer.' } as const
    return { screen: withEntries({ ...screen, modals: [{ ...modal, isDeclining: true }, ...rest] }, note), effects: [] }
  }
  const typed = readTypedAnswer(line, question)
  if (typed.status === 'unclear')
    return { screen: withEntries(screen, { kind: 'note', tone: 'notice', text: typed.why }), effects: [] }
  const answers = [...modal.answers, typed.answer]
  const answered = withEntries(screen, { kind: 'note', tone: 'faint', text: `Answered: ${line}` })
  if (answers.length < modal.request.questions.length) {
    const following = { ...modal, answers, editor: emptyEditor, isDeclining: false }
    return { screen: announce({ ...answered, modals: [following, ...rest] }), effects: [] }
  }
  return {
    screen: next(answered, at),
    effects: [{ type: 'reply', id: modal.request.id, reply: { status: 'answered', answers } }],
  }
}

/** Escape goes back to the choice of an answer, and declines a question. */
function leaveLine(screen: Screen, modal: Modal, at: number): Step {
  const [, ...rest] = screen.modals
  if (modal.kind === 'approval')
    return { screen: { ...screen, modals: [{ ...modal, stage: 'choose' }, ...rest] }, effects: [] }
  return {
    screen: next(withEntries(screen, { kind: 'note', tone: 'faint', text: 'Declined.' }), at),
    effects: [{ type: 'reply', id: modal.request.id, reply: { status: 'declined' } }],
  }
}
