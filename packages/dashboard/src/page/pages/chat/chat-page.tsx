import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { write } from '../../api/request.ts'
import { type Listing, useLiveQuery } from '../../api/use-live-query.ts'
import { Button } from '../../parts/button.tsx'
import { Choice } from '../../parts/field.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { ProblemNote, QueryView } from '../../parts/states.tsx'
import { useKeys } from '../../parts/use-keys.ts'
import { useLivePages } from '../../parts/use-live-pages.ts'
import { formatMoney } from '../../texts/format.ts'
import { texts } from '../../texts/texts.ts'
import { type AnsweredApproval, approvalOf, approvalPaths } from '../inbox/approval.ts'
import { ApprovalCard } from '../inbox/approval-card.tsx'
import type { Session } from '../sessions/session.ts'
import { Conversation } from './conversation.tsx'

/** Work with an agent and see what it does. */
export function Page(): ReactNode {
  const { '*': session = '' } = useParams()
  return session === '' ? <NewChat /> : <Chat key={session} session={session} />
}

function NewChat(): ReactNode {
  const agents = useLivePages<{ id: string }>('/agents', [], { isWhole: true })
  const sessions = useLiveQuery<Listing<Session>>('/sessions?limit=10')
  const [agent, setAgent] = useState('')
  const [error, setError] = useState<unknown>()
  const navigate = useNavigate()
  const start = async (text: string) => {
    try {
      const { id } = await write<{ id: string }>('POST', '/sessions', agent === '' ? {} : { agent })
      if (text !== '') await write('POST', `/sessions/${encodeURIComponent(id)}/messages`, { text })
      void navigate(`/chat/${encodeURIComponent(id)}`)
    } catch (problem) {
      setError(problem)
    }
  }
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-1 flex-col gap-4 p-4">
      <Choice
        label={texts.chat.agent}
        value={agent}
        onChange={setAgent}
        options={[['', texts.chat.defaultAgent], ...agents.items.map(({ id }) => [id, id] as const)]}
      />
      <div className="flex flex-wrap gap-2">
        {texts.chat.examples.map((example) => (
          <Button key={example} onClick={() => void start(example)}>
            {example}
          </Button>
        ))}
      </div>
      {error === undefined ? null : <ProblemNote error={error} />}
      <Composer session="new" onSend={start} />
      <QueryView query={sessions}>
        {({ items }) => (
          <ul>
            {items.map(({ id, title }) => (
              <li key={id} className="border-b border-line">
                <Link to={`/chat/${encodeURIComponent(id)}`} className="block py-2 text-accent underline">
                  <ForeignText text={title ?? id} />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </div>
  )
}

function Chat({ session }: { readonly session: string }): ReactNode {
  const path = `/sessions/${encodeURIComponent(session)}`
  const query = useLiveQuery<Session>(path, [`session:${session}`])
  const open = useLiveQuery<Listing<AnsweredApproval>>(approvalPaths.open, ['approvals'])
  const own = (open.data?.items ?? []).map(approvalOf).filter(({ principal }) => principal.session === session)
  const [error, setError] = useState<unknown>()
  const client = useQueryClient()
  const run = async (work: Promise<unknown>) => {
    setError(undefined)
    try {
      await work
    } catch (problem) {
      setError(problem)
    }
    void client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(path) })
  }
  const stop = () => void run(write('POST', `${path}/abort`))
  useKeys({ 'mod+.': stop })
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <QueryView query={query}>
        {({ agent, title, state, cost }) => (
          <p className="flex flex-wrap items-center gap-3 border-b border-line bg-surface px-4 py-1 text-muted">
            <strong className="text-ink">
              <ForeignText text={title ?? session} />
            </strong>
            <ForeignText text={[agent, state].filter((each) => each != null).join(' · ')} />
            {cost === undefined ? null : formatMoney(cost)}
            <Link className="text-accent underline" to={`/sessions/${encodeURIComponent(session)}`}>
              {texts.sessions.tabs.timeline}
            </Link>
          </p>
        )}
      </QueryView>
      <section
        tabIndex={0}
        aria-label={texts.sessions.tabs.conversation}
        className="flex min-h-0 flex-1 flex-col overflow-y-auto"
      >
        <Conversation session={session} />
      </section>
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-2 px-4 pb-4">
        {own.map((approval) => (
          <ApprovalCard key={approval.id} approval={approval} inChat />
        ))}
        {error === undefined ? null : <ProblemNote error={error} />}
        <Composer session={session} onSend={(text) => run(write('POST', `${path}/messages`, { text }))} onStop={stop} />
      </div>
    </div>
  )
}

/** The field of a message. What is typed is kept, whatever happens to the page. */
function Composer({
  session,
  onSend,
  onStop,
}: {
  readonly session: string
  readonly onSend: (text: string) => Promise<void>
  readonly onStop?: () => void
}): ReactNode {
  const key = `drawbridge.draft.${session}`
  const [text, setText] = useState(localStorage.getItem(key) ?? '')
  const change = (next: string) => {
    setText(next)
    if (next === '') localStorage.removeItem(key)
    else localStorage.setItem(key, next)
  }
  const send = () => {
    if (text.trim() === '') return
    change('')
    void onSend(text)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <div className="flex items-end gap-2">
      <label className="flex flex-1 flex-col gap-1">
        <span className="text-xs font-medium text-muted">{texts.chat.message}</span>
        <textarea
          rows={3}
          className="rounded-sm border border-control bg-surface p-2"
          value={text}
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKey}
        />
      </label>
      {onStop === undefined ? null : (
        <Button look="deny" keyName="Ctrl ." onClick={onStop}>
          {texts.chat.stop}
        </Button>
      )}
      <Button look="filled" onClick={send} inert={text.trim() === ''}>
        {texts.chat.send}
      </Button>
    </div>
  )
}
