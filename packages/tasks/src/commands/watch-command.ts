import { escapeToOneLine } from '@drawbridge/core/base'
import { type RoomCommand, showArrivals } from '@drawbridge/room'
import { taskTopic } from '../store/note-change.ts'
import { latestChange, listChangesAfter } from '../store/task-statements.ts'
import { findTask, idArgument } from './find-task.ts'

/** A change may be committed after this many later ones. */
const late = 200

/** `tasks watch`: prints changes as they happen, until it is interrupted. */
export const watchCommand: RoomCommand = {
  arguments: [{ ...idArgument, required: false }],
  options: [{ flags: '--json', summary: 'write one JSON object for each change' }],
  examples: [
    ['Everything that changes', 'drawbridge tasks watch'],
    ['One task, for a program', 'drawbridge tasks watch ID --json'],
  ],
  run: async ({ arguments: [given], options, io, ground }) => {
    const database = await ground.database.obtain()
    const only = given === undefined ? null : (await findTask(given, ground)).task.id
    const start = (await database.get(latestChange))?.id ?? 0
    let last = start
    using interruption = io.catchInterrupts({ orUnread: true })
    await io.diagnostics.write('Waiting for changes. Press Ctrl+C to stop.\n')
    await showArrivals(
      {
        list: async () => {
          const rows = await database.all(listChangesAfter, Math.max(start, last - late), only)
          last = rows.at(-1)?.id ?? last
          return rows
        },
        idOf: ({ id }) => String(id),
        watch: (listener) => database.subscribe(taskTopic, listener),
        show: ({ task, step_key: step, change, session, note, changed_at: at }) => {
          const time = new Date(at).toISOString()
          const fact = {
            time,
            task,
            ...(step === null ? {} : { step }),
            change,
            session,
            ...(note === null ? {} : { note }),
          }
          const what = [time, task, ...(step === null ? [] : [step]), change, 'by', session]
            .map(escapeToOneLine)
            .join(' ')
          const why = note === null ? '' : `: ${escapeToOneLine(note)}`
          return io.output.write(options.json === true ? `${JSON.stringify(fact)}\n` : `${what}${why}\n`)
        },
      },
      interruption.signal,
    )
  },
}
