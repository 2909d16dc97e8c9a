import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useConnection } from '../../api/connection.ts'
import { DiffView } from '../../parts/diff-view.tsx'
import { ForeignText, UntrustedBlock } from '../../parts/foreign-text.tsx'
import { JsonTree, jsonName } from '../../parts/json-tree.tsx'
import { RiskMark } from '../../parts/marks.tsx'
import { Ago } from '../../parts/time.tsx'
import { texts } from '../../texts/texts.ts'
import { AnswerBar } from './answer-bar.tsx'
import type { Approval } from './approval.ts'
import { ApprovalClock } from './approval-clock.tsx'
import { CallParts, LongText } from './call-parts.tsx'
import { effectOf, levelOf } from './effect-of.ts'
import { FlowEvidence } from './flow-evidence.tsx'
import { isMarked } from './is-marked.ts'
import { ReceiptCard } from './receipt-card.tsx'
import { useArmed, useSeenMarks } from './use-armed.ts'

/** A question about one call, with all that a person needs to decide, in the order in which they need it. */
export function ApprovalCard({
  approval,
  inChat = false,
}: {
  readonly approval: Approval
  readonly inChat?: boolean
}): ReactNode {
  const card = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const client = useQueryClient()
  const { phase } = useConnection()
  const { digest } = approval
  const painted = `${digest} ${JSON.stringify(approval.offers)}`
  const armed = useArmed(painted)
  const seen = useSeenMarks(scroller, digest)
  const hasChanged = useChanged(digest)
  const isOver = approval.state !== 'open'
  const marked = approval.parts.filter(isMarked).length
  const level = levelOf(approval)

  return (
    <article
      ref={card}
      tabIndex={-1}
      data-approval={approval.id}
      aria-labelledby={`title-${approval.id}`}
      className={`flex min-h-0 flex-col border-line bg-surface ${inChat ? 'max-h-[60vh] rounded-md border' : 'h-full'}`}
    >
      <div
        ref={scroller}
        role="group"
        aria-labelledby={`title-${approval.id}`}
        className="min-h-0 flex-1 overflow-y-auto p-4 [scrollbar-gutter:stable]"
        tabIndex={0}
      >
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <RiskMark level={level} />
          <span className="font-mono text-sm font-semibold">
            <ForeignText text={approval.tool} oneLine />
          </span>
          {approval.turn === undefined ? null : (
            <span className="text-muted">{texts.inbox.ofTurn(approval.turn.index + 1, approval.turn.size)}</span>
          )}
          <ApprovalClock approval={approval} />
        </div>
        <h2 id={`title-${approval.id}`} className="foreign my-2 text-md font-semibold">
          <ForeignText text={effectOf(approval)} />
        </h2>
        {hasChanged ? (
          <p className="mb-2 rounded-sm bg-ask-tint p-2 font-semibold text-ask">{texts.inbox.changed}</p>
        ) : null}
        {isOver ? <ReceiptCard approval={approval} /> : null}
        {approval.complete ? null : (
          <p className="mb-2 rounded-sm bg-deny-tint p-2 font-semibold text-deny">{texts.inbox.incomplete}</p>
        )}
        {approval.lastDenial === undefined ? null : (
          <p className="mb-2 rounded-sm bg-deny-tint p-2 text-deny">
            {texts.inbox.deniedBefore} <Ago time={approval.lastDenial.at} />{' '}
            {approval.lastDenial.reason === undefined ? '' : <ForeignText text={`“${approval.lastDenial.reason}”`} />}
          </p>
        )}
        <CallParts parts={approval.parts} />
        <TheAct approval={approval} />
        {approval.flow === undefined ? null : <FlowEvidence flow={approval.flow} />}
        <Facts approval={approval} />
      </div>
      {isOver ? null : (
        <AnswerBar
          approval={approval}
          card={card}
          armed={armed}
          marksSeen={countWhole(seen)}
          marksTotal={marked}
          level={level}
          isOffline={phase === 'offline' || phase === 'reconnecting' || phase === 'connecting'}
          onSettled={() =>
            void client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/approvals') })
          }
        />
      )}
    </article>
  )
}

/** Returns the number of parts of which the begin and the end were in view. */
function countWhole(seen: ReadonlySet<string>): number {
  return [...seen].filter((mark) => mark.endsWith('ends') && seen.has(mark.replace('ends', 'begins'))).length
}

/** Says once that the content changed while the card was open. */
function useChanged(digest: string): boolean {
  const first = useRef(digest)
  const [hasChanged, setChanged] = useState(false)
  useEffect(() => {
    if (first.current !== digest) setChanged(true)
  }, [digest])
  return hasChanged
}

/** The act itself: the difference, the whole line of a command, the arguments. */
function TheAct({ approval: { preview, input, parts } }: { readonly approval: Approval }): ReactNode {
  const marks = parts.filter(({ marks: own }) => own.length > 0).flatMap(({ text, marks: own }) => [text, ...own])
  const line = commandOf(input)
  const hasDiff = preview?.kind === 'diff'
  const rest = argumentsBeside(input, line, hasDiff ? preview.path : undefined)
  return (
    <div className="mt-3 flex flex-col gap-3">
      {preview?.kind === 'summary' ? (
        <p>
          <ForeignText text={preview.text} />
        </p>
      ) : null}
      {hasDiff ? (
        <section>
          <h3 className="mb-1 font-semibold">
            {texts.words.difference} <ForeignText text={preview.path} mono />
          </h3>
          <DiffView text={preview.text} added={preview.added} removed={preview.removed} />
        </section>
      ) : null}
      {line === undefined ? null : (
        <section>
          <h3 className="mb-1 font-semibold">{texts.inbox.wholeLine}</h3>
          <LongText text={line} marks={marks} />
        </section>
      )}
      {rest === undefined ? null : (
        <section>
          <h3 className="mb-1 font-semibold">{texts.words.arguments}</h3>
          <Arguments input={rest} marks={marks} />
        </section>
      )}
    </div>
  )
}

function Arguments({ input, marks }: { readonly input: unknown; readonly marks: readonly string[] }): ReactNode {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return <JsonTree value={input} marks={marks} />
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
      {Object.entries(input).map(([key, value]) => (
        <div key={key} className="contents">
          <dt className="font-mono text-sm text-muted">
            <ForeignText text={jsonName(key)} oneLine />
          </dt>
          <dd>
            {typeof value === 'string' && value.length > 200 ? (
              <LongText text={value} marks={marks} />
            ) : (
              <JsonTree value={value} marks={marks} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Returns the arguments that are not shown in full as the whole line or as the path of the difference; undefined for none. */
function argumentsBeside(input: unknown, line: string | undefined, path: string | undefined): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  const rest = Object.entries(input).filter(
    ([key, value]) => !(key === 'command' && value === line) && !(key === 'path' && value === path),
  )
  return rest.length === 0 && (line !== undefined || path !== undefined) ? undefined : Object.fromEntries(rest)
}

function commandOf(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || !('command' in input)) return undefined
  return typeof input.command === 'string' ? input.command : undefined
}

/** The reasons of a question, its place, who asks, and earlier answers. */
function Facts({ approval }: { readonly approval: Approval }): ReactNode {
  const { inbox } = texts
  const { principal, asked, hooks, earlier } = approval
  const chain = [principal.agent ?? inbox.noAgent, ...principal.parents.map(({ agent }) => agent ?? inbox.noAgent)]
  const explain = `/policy?tab=explain&tool=${encodeURIComponent(approval.tool)}&session=${encodeURIComponent(principal.session)}&call=${encodeURIComponent(approval.toolCallId)}`
  return (
    <dl className="mt-4 grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 gap-y-2 border-t border-line pt-3">
      <Fact name={inbox.why}>
        {(asked ?? [{ rule: approval.rule, because: approval.reason }]).map(({ rule, because }) => (
          <p key={rule}>
            <ForeignText text={because} oneLine /> <span className="text-muted">· {inbox.rule} </span>
            <ForeignText text={rule} mono />
          </p>
        ))}
        {hooks.map(({ hook, reason }) => (
          <p key={hook}>
            {inbox.hook} <ForeignText text={`${hook}: ${reason}`} oneLine />
          </p>
        ))}
        <Link to={explain} className="text-accent underline">
          {texts.actions.explain}
        </Link>
      </Fact>
      <Fact name={inbox.where}>
        <p className="font-mono text-sm">
          <ForeignText text={approval.cwd} oneLine />
        </p>
        <p>{inbox.runsIn(approval.sandbox ?? inbox.thisMachine)}</p>
        {approval.environment.length === 0 ? null : (
          <p>
            {inbox.variables} <ForeignText text={approval.environment.join(' ')} mono oneLine />
          </p>
        )}
      </Fact>
      <Fact name={inbox.who}>
        <p>
          <ForeignText text={chain.join(' ← ')} oneLine /> ({principal.role}) ←{' '}
          <ForeignText text={principal.user ?? inbox.nobody} oneLine />
        </p>
        <p>
          <Link
            to={`/sessions/${encodeURIComponent(principal.session)}?call=${encodeURIComponent(approval.toolCallId)}`}
            className="text-accent underline"
          >
            {inbox.session} <ForeignText text={approval.sessionTitle ?? principal.session} oneLine />
          </Link>
          {principal.channel === undefined ? (
            ''
          ) : (
            <>
              {' '}
              · <ForeignText text={principal.channel} oneLine />
            </>
          )}
          {approval.node === undefined ? '' : ` · ${inbox.node} ${approval.node}`}
        </p>
        {approval.userAsked === undefined ? null : (
          <p>
            {inbox.userAsked} <ForeignText text={`“${approval.userAsked.text}”`} /> <Ago time={approval.userAsked.at} />
          </p>
        )}
        {(approval.recentCalls ?? []).map(({ tool, status, line }, index) => (
          <p key={`${index} ${tool}`} className="text-xs text-muted">
            {status} <ForeignText text={`${tool} ${line ?? ''}`} mono oneLine />
          </p>
        ))}
      </Fact>
      <Fact name={inbox.before}>
        {earlier.length === 0 ? inbox.neverAsked : null}
        {earlier.map(({ answer, times, lastAt }) => (
          <p key={answer}>
            {inbox.answered(texts.answers[answer], times)} <Ago time={lastAt} />
          </p>
        ))}
      </Fact>
      {approval.agentSays === undefined ? null : (
        <Fact name={inbox.agent}>
          <details>
            <summary>{inbox.agentSays}</summary>
            <UntrustedBlock>
              <ForeignText text={approval.agentSays} />
            </UntrustedBlock>
          </details>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <>
      <dt className="text-xs font-medium text-muted">{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
