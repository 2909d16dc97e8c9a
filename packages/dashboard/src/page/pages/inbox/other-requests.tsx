import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { write } from '../../api/request.ts'
import { Button } from '../../parts/button.tsx'
import { ForeignText, UntrustedBlock } from '../../parts/foreign-text.tsx'
import { PagedView } from '../../parts/paged-view.tsx'
import { EmptyState, ProblemNote } from '../../parts/states.tsx'
import { Ago } from '../../parts/time.tsx'
import { useLivePages } from '../../parts/use-live-pages.ts'
import { texts } from '../../texts/texts.ts'

interface OpenRequest {
  readonly id: string
  readonly state?: string
  readonly agent?: string
  readonly server?: string
  readonly title?: string
  readonly text?: string
  readonly question?: string
  readonly reason?: string
  readonly options?: readonly string[]
  readonly askedAt?: string | number
  readonly createdAt?: string
  readonly subject?: { readonly kind: string; readonly id: string }
  readonly tools?: readonly string[] | null
}

const sources = {
  questions: { path: '/questions?state=open', topic: 'questions', answer: (id: string) => `/questions/${id}/answer` },
  access: { path: '/mcp/requests', topic: 'mcp', answer: (id: string) => `/mcp/requests/${id}/review` },
} as const

/** Questions of agents, requests for access to servers, and results that wait for a review. */
export function OtherRequests({ kind }: { readonly kind: keyof typeof sources }): ReactNode {
  const { path, topic } = sources[kind]
  const list = useLivePages<OpenRequest>(path, [topic])
  return (
    <PagedView list={list}>
      {(items) =>
        items.length === 0 ? (
          <EmptyState title={texts.inbox.emptyOther[kind]} />
        ) : (
          <ul className="flex max-w-3xl flex-col gap-3 p-4">
            {items.map((item) => (
              <Request key={item.id} kind={kind} item={item} />
            ))}
          </ul>
        )
      }
    </PagedView>
  )
}

function Request({ kind, item }: { readonly kind: keyof typeof sources; readonly item: OpenRequest }): ReactNode {
  const [reply, setReply] = useState('')
  const [error, setError] = useState<unknown>()
  const client = useQueryClient()
  const { path, answer } = sources[kind]
  const send = async (body: unknown) => {
    setError(undefined)
    try {
      await write('POST', answer(encodeURIComponent(item.id)), body)
    } catch (problem) {
      setError(problem)
    }
    void client.invalidateQueries({ queryKey: [path] })
  }
  return (
    <li className="rounded-md border border-line bg-surface p-3">
      <p className="text-muted">
        <ForeignText text={whoOf(item)} /> <Ago time={item.askedAt ?? item.createdAt} />
      </p>
      <UntrustedBlock>
        <ForeignText text={item.question ?? item.text ?? item.title ?? item.reason ?? item.id} />
      </UntrustedBlock>
      {error === undefined ? null : <ProblemNote error={error} />}
      {kind === 'questions' ? (
        <div className="mt-2 flex flex-col gap-2">
          <div className="flex flex-wrap gap-2">
            {(item.options ?? []).map((option) => (
              <Button key={option} onClick={() => void send({ answer: option })}>
                <ForeignText text={option} />
              </Button>
            ))}
          </div>
          <label className="flex flex-col gap-1">
            <span className="text-xs font-medium text-muted">{texts.inbox.reply}</span>
            <textarea
              rows={2}
              className="rounded-sm border border-control bg-surface p-2"
              value={reply}
              onChange={(event) => setReply(event.target.value)}
            />
          </label>
          <Button className="self-start" inert={reply.trim() === ''} onClick={() => void send({ answer: reply })}>
            {texts.inbox.sendReply}
          </Button>
        </div>
      ) : (
        <div className="mt-2 flex gap-3">
          <label className="flex min-w-0 flex-1 flex-col gap-1">
            <span className="text-xs font-medium text-muted">{texts.inbox.reason}</span>
            <input
              className="min-h-9 rounded-sm border border-control bg-surface px-2"
              value={reply}
              onChange={(event) => setReply(event.target.value)}
            />
          </label>
          <Button
            look="deny"
            className="self-end"
            inert={reply.trim() === ''}
            onClick={() => void send({ verdict: 'rejected', note: reply })}
          >
            {texts.inbox.deny}
          </Button>
          <Button
            className="self-end"
            onClick={() => void send({ verdict: 'approved', ...(reply.trim() === '' ? {} : { note: reply }) })}
          >
            {texts.inbox.approve}
          </Button>
        </div>
      )}
    </li>
  )
}

/** Says who asks, and for what. */
function whoOf({ agent, server, subject, tools }: OpenRequest): string {
  if (server === undefined) return agent ?? ''
  return texts.inbox.wantsServer(`${subject?.kind ?? ''} ${subject?.id ?? ''}`, server, tools?.join(', '))
}
