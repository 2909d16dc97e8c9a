import type { Action, Step } from './action.ts'
import { applyCompletion } from './complete-word.ts'
import { emptyEditor } from './editor.ts'
import { armModal, dropModal, showModal } from './modal.ts'
import { pressKey } from './press-key.ts'
import { type Screen, withEntries } from './screen.ts'
import { endStream, settleStream } from './stream.ts'
import { tellChildNews } from './tell-child-news.ts'
import { tellLoopEvent } from './tell-loop-event.ts'

/** Returns the screen after an action, and what is to be done. Pure. */
export function reduceScreen(screen: Screen, action: Action): Step {
  switch (action.type) {
    case 'key.pressed':
      return pressKey(armModal(screen, action.at), action.key, action.at)
    case 'time.passed':
      return still(forgetLeaving(armModal(screen, action.at), action.at))
    case 'stream.settled':
      return still(settleStream(screen))
    case 'loop.told':
      return still(tellLoopEvent(screen, action.event))
    case 'child.told':
      return still(tellChildNews(screen, action.news))
    case 'messages.posted':
      return screen.work === 'idle' ? goOn(screen) : still({ ...screen, isPosted: true })
    case 'steering.refused': {
      const steering = screen.steering.filter((text) => text !== action.text)
      return still(withEntries(endStream({ ...screen, steering }), { kind: 'note', tone: 'bad', text: action.message }))
    }
    case 'run.over':
      return endRun(screen, action)
    case 'approval.asked': {
      const { shown, at } = action
      const modal = { kind: 'approval', shown, complete: false, stage: 'choose' } as const
      return still(showModal(endStream(screen), { ...modal, shownAt: at, armed: false, editor: emptyEditor }))
    }
    case 'question.asked': {
      const { request, at } = action
      const modal = { kind: 'question', request, answers: [], isDeclining: false } as const
      return still(showModal(endStream(screen), { ...modal, shownAt: at, armed: false, editor: emptyEditor }))
    }
    case 'question.settled':
      return still(dropModal(screen, action.id, action.at))
    case 'todos.changed':
      return still({ ...screen, todos: action.todos })
    case 'word.completed':
      return still(applyCompletion(screen, action.of, action.candidates))
    case 'note.made':
      return still(withEntries(endStream(screen), { kind: 'note', text: action.text, tone: action.tone }))
    case 'terminal.resized':
      return still({ ...screen, columns: action.columns })
    case 'standing.changed':
      return still({ ...screen, standing: { ...screen.standing, ...action.standing } })
    default:
      return action satisfies never
  }
}

const still = (screen: Screen): Step => ({ screen, effects: [] })

function forgetLeaving(screen: Screen, at: number): Screen {
  return screen.leavesUntil === undefined || at <= screen.leavesUntil ? screen : { ...screen, leavesUntil: undefined }
}

function goOn(screen: Screen): Step {
  return { screen: { ...screen, work: 'working', isPosted: false }, effects: [{ type: 'send', text: undefined }] }
}

/** After a run that completed comes what was said meanwhile and not read, then what waits for its end. */
function endRun(screen: Screen, { ended, message }: Extract<Action, { type: 'run.over' }>): Step {
  const over: Screen = { ...endStream(screen), work: 'idle', calls: [], activity: undefined }
  const told = message === undefined ? over : withEntries(over, { kind: 'note', tone: 'bad', text: message })
  const [queued, ...queue] = told.queue
  if (ended === 'stopped') return still({ ...told, isPosted: false })
  if (told.steering.length > 0 || told.isPosted) return goOn(told)
  if (queued === undefined) return still(told)
  return { screen: { ...told, queue, work: 'working' }, effects: [{ type: 'send', text: queued }] }
}
