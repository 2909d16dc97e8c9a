import type { ReactNode } from 'react'
import { statusOf } from '../../parts/cells.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { StatusMark } from '../../parts/marks.tsx'
import { PagedView } from '../../parts/paged-view.tsx'
import { Ago } from '../../parts/time.tsx'
import { useLivePages } from '../../parts/use-live-pages.ts'
import { texts } from '../../texts/texts.ts'

interface TeamTask {
  readonly number: number
  readonly subject: string
  readonly state: string
  readonly assignee: string | null
  readonly question: string | null
  readonly blockedBy: readonly string[]
}

interface Mail {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly text: string
  readonly sentAt: string
}

/** The columns of a board, in the order in which work goes through them. */
const columns = ['pending', 'in_progress', 'in_review', 'blocked', 'completed', 'failed', 'cancelled', 'stale'] as const

/** The board and the mail of a team. */
export function TeamBoard({ team }: { readonly team: string }): ReactNode {
  const at = `/teams/${encodeURIComponent(team)}`
  const tasks = useLivePages<TeamTask>(`${at}/tasks`, ['teams'], { isWhole: true })
  const mail = useLivePages<Mail>(`${at}/mail`, ['teams'])
  const { resources } = texts
  return (
    <>
      <h3 className="mb-2 mt-4 font-semibold">{resources.label.board}</h3>
      <PagedView list={tasks}>{(items) => <Columns tasks={items} />}</PagedView>
      <h3 className="mb-2 mt-4 font-semibold">{resources.label.mailbox}</h3>
      <PagedView list={mail}>
        {(items) => (
          <ul>
            {items.length === 0 ? <li className="text-muted">{resources.noMail}</li> : null}
            {items.map(({ id, from, to, text, sentAt }) => (
              <li key={id} className="border-t border-line py-1">
                <span className="text-muted">
                  <ForeignText text={from} /> → <ForeignText text={to} /> <Ago time={sentAt} />
                </span>{' '}
                <ForeignText text={text} />
              </li>
            ))}
          </ul>
        )}
      </PagedView>
    </>
  )
}

function Columns({ tasks }: { readonly tasks: readonly TeamTask[] }): ReactNode {
  const { resources } = texts
  if (tasks.length === 0) return <p className="text-muted">{resources.emptyBoard}</p>
  const used = columns.filter((state) => tasks.some((task) => task.state === state))
  return (
    <section tabIndex={0} aria-label={resources.label.board} className="flex gap-3 overflow-x-auto">
      {used.map((state) => (
        <div key={state} className="w-56 shrink-0">
          <p className="mb-1">
            <StatusMark status={statusOf(state)} word={state.replace('_', ' ')} />
          </p>
          <ul className="flex flex-col gap-2">
            {tasks
              .filter((task) => task.state === state)
              .map(({ number, subject, assignee, question }) => (
                <li key={number} className="rounded-md border border-line bg-surface p-2">
                  <span className="text-muted">#{number} </span>
                  <ForeignText text={subject} />
                  <p className="text-xs text-muted">
                    <ForeignText text={assignee ?? resources.unassigned} />
                  </p>
                  {question === null ? null : (
                    <p className="mt-1 text-ask">
                      <ForeignText text={question} />
                    </p>
                  )}
                </li>
              ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
