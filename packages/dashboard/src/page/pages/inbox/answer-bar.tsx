import type { ApprovalAnswer } from '@drawbridge/core'
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { type Problem, problemOf } from '../../api/problem.ts'
import { write } from '../../api/request.ts'
import { Button } from '../../parts/button.tsx'
import type { RiskLevel } from '../../parts/marks.tsx'
import { areSingleKeysOn, isTyping } from '../../parts/use-keys.ts'
import { texts } from '../../texts/texts.ts'
import { type Approval, approvalPaths, type DecisionBody } from './approval.ts'
import { LongerAnswers } from './longer-answers.tsx'
import { type Armed, isDeliberateClick, isDeliberateKey } from './use-armed.ts'

/** The question, and the state of the card around the bar. */
export interface AnswerBarProps {
  readonly approval: Approval
  readonly card: RefObject<HTMLElement | null>
  readonly armed: Armed
  readonly marksSeen: number
  readonly marksTotal: number
  readonly level: RiskLevel
  readonly isOffline: boolean
  readonly onSettled: () => void
}

type Open = 'longer' | 'reason' | 'abort'

/** The answers. Each takes the id and digest that are painted; a key counts only on the focused card, after a pause. */
export function AnswerBar(props: AnswerBarProps): ReactNode {
  const { approval, card, armed, marksSeen, marksTotal, level, isOffline, onSettled } = props
  const { inbox } = texts
  const [open, setOpen] = useState<Open>()
  const [sending, setSending] = useState<ApprovalAnswer>()
  const [problem, setProblem] = useState<Problem>()
  const unseen = Math.max(0, marksTotal - marksSeen)
  const offered = (answer: ApprovalAnswer) => approval.offers.some((offer) => offer.answer === answer)
  const isIdle = sending === undefined && !isOffline
  const mayDeny = isIdle && armed.isArmed && offered('deny')
  const mayAllow = isIdle && armed.isArmed && unseen === 0 && offered('allow_once')

  const answer = async (chosen: ApprovalAnswer, reason?: string) => {
    setSending(chosen)
    setProblem(undefined)
    const body: DecisionBody = {
      answer: chosen,
      digest: approval.digest,
      ...(reason === undefined || reason === '' ? {} : { reason }),
    }
    try {
      await write('POST', `${approvalPaths.one(approval.id)}/decision`, body)
      setOpen(undefined)
    } catch (error) {
      setProblem(problemOf(error))
    } finally {
      setSending(undefined)
      onSettled()
    }
  }
  const clicked = (event: MouseEvent<HTMLElement>, chosen: ApprovalAnswer, reason?: string) => {
    if (isDeliberateClick(event, armed.armedAt())) void answer(chosen, reason)
  }
  useAnswerKeys(card, {
    y: mayAllow ? () => void answer('allow_once') : undefined,
    n: mayDeny ? () => void answer('deny') : undefined,
    r: mayDeny ? () => setOpen('reason') : undefined,
    s: mayAllow ? () => setOpen('longer') : undefined,
    a: mayAllow ? () => setOpen('longer') : undefined,
    v: mayAllow ? () => setOpen('longer') : undefined,
    q: isIdle && armed.isArmed ? () => setOpen('abort') : undefined,
  })
  const note = isOffline ? inbox.offline : unseen > 0 ? inbox.unseen(unseen) : undefined
  return (
    <div className="shrink-0 border-t border-line bg-surface p-3" data-armed={armed.isArmed && unseen === 0}>
      <p role="status" className="mb-2 min-h-5 text-ask">
        {note ?? ''}
      </p>
      {problem === undefined ? null : (
        <p role="alert" className="mb-2 text-deny">
          {wordsOf(problem)}
        </p>
      )}
      {open === 'longer' ? (
        <>
          <div className="mb-3 flex flex-wrap gap-4 sm:hidden">
            <Button inert={!mayDeny} onClick={() => setOpen('reason')}>
              {inbox.denyWithReason}
            </Button>
            <Button onClick={() => setOpen('abort')}>{inbox.endRun}</Button>
          </div>
          <LongerAnswers approval={approval} mayAllow={mayAllow} onChoose={clicked} />
        </>
      ) : null}
      {open === 'reason' ? (
        <ReasonForm onSend={(event, reason) => clicked(event, 'deny', reason)} mayDeny={mayDeny} />
      ) : null}
      {open === 'abort' ? (
        <p className="mb-2 flex flex-wrap items-center gap-3">
          {inbox.endRunSure}
          <Button look="deny" inert={!isIdle} onClick={(event) => clicked(event, 'abort')}>
            {inbox.endRun}
          </Button>
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-2 max-sm:gap-4">
        <Button look="deny" keyName="n" inert={!mayDeny} onClick={(event) => clicked(event, 'deny')}>
          {inbox.deny}
        </Button>
        <Button
          keyName="r"
          className="max-sm:hidden"
          inert={!mayDeny}
          onClick={() => setOpen(open === 'reason' ? undefined : 'reason')}
        >
          {inbox.denyWithReason}
        </Button>
        <span className="grow max-sm:hidden" />
        {offered('allow_once') ? (
          <Button
            look={level === 'safe' || level === 'medium' ? 'filled' : 'outlined'}
            keyName="y"
            inert={!mayAllow}
            onClick={(event) => clicked(event, 'allow_once')}
          >
            {inbox.allowOnce}
          </Button>
        ) : null}
        <Button
          keyName="s"
          aria-expanded={open === 'longer'}
          onClick={() => setOpen(open === 'longer' ? undefined : 'longer')}
        >
          {inbox.longer}
        </Button>
        <Button
          aria-expanded={open === 'abort'}
          keyName="q"
          className="max-sm:hidden"
          onClick={() => setOpen(open === 'abort' ? undefined : 'abort')}
        >
          {inbox.endRun}
        </Button>
      </div>
      <p className="mt-2 text-xs text-muted">
        {approval.offers
          .filter((offer) => offer.answer === 'allow_once')
          .map(({ scope }) => `${inbox.allowOnce}: ${scope}`)
          .join('')}
      </p>
    </div>
  )
}

/** Says what a refused answer means for the person. */
function wordsOf({ code, title, detail, by, answer }: Problem): string {
  const { inbox } = texts
  if (code === 'already_settled') return inbox.alreadySettled(by ?? inbox.somebody, answer ?? '')
  if (code === 'digest_differs') return inbox.digestDiffers
  if (code === 'expired') return inbox.expired
  return detail === undefined ? title : `${title} ${detail}`
}

function ReasonForm({
  onSend,
  mayDeny,
}: {
  readonly onSend: (event: MouseEvent<HTMLElement>, reason: string) => void
  readonly mayDeny: boolean
}) {
  const key = 'drawbridge.reasons'
  const recent = JSON.parse(localStorage.getItem(key) ?? '[]') as readonly string[]
  const [reason, setReason] = useState(sessionStorage.getItem(key) ?? '')
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const change = (text: string) => {
    setReason(text)
    // A reload, e.g. for a new build, does not lose what was typed.
    sessionStorage.setItem(key, text)
  }
  const send = (event: MouseEvent<HTMLElement>) => {
    sessionStorage.removeItem(key)
    localStorage.setItem(key, JSON.stringify([reason, ...recent.filter((one) => one !== reason)].slice(0, 5)))
    onSend(event, reason)
  }
  return (
    <div className="mb-2 flex flex-col gap-2">
      <label className="flex flex-col gap-1">
        <span className="text-xs font-medium text-muted">{texts.inbox.reason}</span>
        <textarea
          ref={field}
          rows={2}
          className="rounded-sm border border-control bg-surface p-2"
          value={reason}
          onChange={(event) => change(event.target.value)}
        />
      </label>
      <div className="flex flex-wrap gap-2">
        {recent.map((one) => (
          <Button key={one} onClick={() => change(one)}>
            {one}
          </Button>
        ))}
        <Button look="deny" inert={!mayDeny || reason.trim() === ''} onClick={send}>
          {texts.inbox.sendDenial}
        </Button>
      </div>
    </div>
  )
}

/** Keys of a card: only while the focus is in it and not in a field, and never the last key of a burst. */
function useAnswerKeys(
  card: RefObject<HTMLElement | null>,
  actions: Readonly<Record<string, (() => void) | undefined>>,
): void {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    const element = card.current
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || !areSingleKeysOn()) return
      const action = Object.hasOwn(latest.current, event.key) ? latest.current[event.key] : undefined
      if (action === undefined || !isDeliberateKey(event)) return
      event.preventDefault()
      action()
    }
    element?.addEventListener('keydown', onKey)
    return () => element?.removeEventListener('keydown', onKey)
  }, [card])
}
