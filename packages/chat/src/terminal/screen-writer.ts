import { createStyle } from '@drawbridge/room/text'
import { armsAt } from '../screen/modal.ts'
import type { Screen } from '../screen/screen.ts'
import { type Canvas, renderEntry } from '../view/render-entry.ts'
import { renderLive } from '../view/render-live.ts'
import type { ChatTerminal } from './chat-terminal.ts'
import { type DrawnFrame, drawFrame, eraseFrame, nothingDrawn } from './frame-writer.ts'

/** Puts screens on a terminal. */
export interface ScreenWriter {
  /** Shows a screen. Returns false if the terminal has not taken the frame before: then nothing is written. */
  show(screen: Screen): boolean
  /** Draws everything again, as after a change of size. */
  redraw(screen: Screen): void
  /** Leaves the terminal as it was, with the last lines still there. */
  close(): void
}

const bracketedPaste = { on: '\u001b[?2004h', off: '\u001b[?2004l' }
const clearScreen = '\u001b[2J\u001b[H'

/**
 * Creates the writer of a terminal. While the terminal is slow no frame is written, so that what a key does waits for one frame at most.
 * @param onReady Called when the terminal takes frames again.
 */
export function createScreenWriter(terminal: ChatTerminal, onReady: () => void): ScreenWriter {
  const { output, canAddress } = terminal
  let printed = 0
  let frame: DrawnFrame = nothingDrawn
  let isBusy = false
  let prompt = ''

  const canvas = (): Canvas => ({
    columns: Math.max(20, (output.columns || 80) - 1),
    style: createStyle(terminal.colour),
  })
  const write = (text: string) => {
    if (text === '' || output.destroyed) return
    isBusy = !output.write(text)
    if (isBusy)
      output.once('drain', () => {
        isBusy = false
        onReady()
      })
  }
  /** The entries that are not printed yet. */
  const takeNew = (screen: Screen) => {
    const fresh = screen.entries.slice(Math.max(0, printed - screen.dropped))
    printed = screen.dropped + screen.entries.length
    return fresh
  }
  const linesOf = (entries: Screen['entries']) => {
    const place = canvas()
    return entries.flatMap((entry) => renderEntry(entry, place))
  }

  if (canAddress) write(bracketedPaste.on)
  return {
    show: (screen) => {
      if (isBusy) return false
      const lines = linesOf(takeNew(screen))
      if (canAddress) {
        const live = renderLive(screen, output.rows || 24, canvas())
        write(drawFrame(frame, lines, live))
        frame = live
      } else {
        const asked = promptOf(screen, canvas())
        const isNew = asked !== prompt && asked !== ''
        prompt = asked
        write([...lines, ...(isNew ? [asked] : [])].map((line) => `${line}\n`).join(''))
      }
      return true
    },
    redraw: (screen) => {
      if (!canAddress) return
      printed = screen.dropped + screen.entries.length
      const live = renderLive(screen, output.rows || 24, canvas())
      const lines = linesOf(screen.entries).slice(-(output.rows || 24))
      write(clearScreen + drawFrame(nothingDrawn, lines, live))
      frame = live
    },
    close: () => {
      if (canAddress) write(eraseFrame(frame) + bracketedPaste.off)
      frame = nothingDrawn
    },
  }
}

/** The line that says what is waited for, on a terminal that only prints. */
function promptOf(screen: Screen, canvas: Canvas): string {
  const [modal] = screen.modals
  if (modal === undefined) return screen.work === 'idle' ? '> (type a message and press Enter)' : ''
  if (armsAt(screen) !== undefined) return ''
  const { lines, cursor } = renderLive({ ...screen, calls: [], todos: [], queue: [] }, 24, canvas)
  return (lines[cursor.row] ?? '').trim()
}
