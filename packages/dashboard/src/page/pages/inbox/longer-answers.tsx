import type { ApprovalAnswer } from '@drawbridge/core'
import { useIsFetching, useQuery } from '@tanstack/react-query'
import type { MouseEvent, ReactNode } from 'react'
import { useCan } from '../../api/me.ts'
import { write } from '../../api/request.ts'
import { Button } from '../../parts/button.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { texts } from '../../texts/texts.ts'
import { type Approval, approvalPaths, type GrantPreview } from './approval.ts'
import { useArmed } from './use-armed.ts'

const longer: ReadonlySet<ApprovalAnswer> = new Set(['allow_for_session', 'allow_always'])

/** The answers beyond one call. Each shows word for word what it would save before it can be chosen. */
export function LongerAnswers({
  approval,
  mayAllow,
  onChoose,
}: {
  readonly approval: Approval
  readonly mayAllow: boolean
  readonly onChoose: (event: MouseEvent<HTMLElement>, answer: ApprovalAnswer) => void
}): ReactNode {
  const offers = approval.offers.filter(({ answer }) => longer.has(answer))
  // A preview that arrives moves what is below it: nothing can be chosen until all are there and have stood for a while.
  const awaited = useIsFetching({ queryKey: [previewPath(approval)] })
  const { isArmed } = useArmed(`${approval.digest} ${awaited}`)
  const mayChoose = mayAllow && awaited === 0 && isArmed
  const withheld = approval.withheld.filter(({ answer }) => longer.has(answer))
  return (
    <div className="mb-3 flex max-h-[40vh] flex-col gap-2 overflow-y-auto">
      {offers.map((offer) => (
        <Offer key={offer.answer} approval={approval} offer={offer} mayAllow={mayChoose} onChoose={onChoose} />
      ))}
      {withheld.map(({ answer, why }) => (
        <p key={answer} className="text-muted">
          {texts.inbox.notOffered(texts.answers[answer])} <ForeignText text={why} />
        </p>
      ))}
    </div>
  )
}

function previewPath({ id }: Approval): string {
  return `${approvalPaths.one(id)}/preview-grant`
}

function Offer({
  approval,
  offer: { answer, scope },
  mayAllow,
  onChoose,
}: {
  readonly approval: Approval
  readonly offer: Approval['offers'][number]
  readonly mayAllow: boolean
  readonly onChoose: (event: MouseEvent<HTMLElement>, answer: ApprovalAnswer) => void
}): ReactNode {
  const path = previewPath(approval)
  const preview = useQuery({
    queryKey: [path, answer, approval.digest],
    queryFn: () => write<GrantPreview>('POST', path, { answer }),
    retry: false,
    enabled: useCan('previewGrant'),
  })
  // The sentence of the request and that of the preview are the same grant: if they ever differ, neither can be chosen.
  const differs = preview.data !== undefined && preview.data.scope !== scope
  return (
    <section className="rounded-sm border border-line p-3">
      <h3 className="font-semibold">{texts.answers[answer]}</h3>
      <p data-scope={answer} className="my-1">
        <ForeignText text={scope} />
      </p>
      {preview.data === undefined ? null : (
        <p className="text-muted">
          {texts.inbox.wouldCover(preview.data.wouldCover.length)}{' '}
          <ForeignText text={preview.data.wouldCover.join('; ')} mono />
          {preview.data.wouldNot.length === 0 ? null : (
            <>
              {' '}
              {texts.inbox.wouldNot} <ForeignText text={preview.data.wouldNot.join('; ')} mono />
            </>
          )}
        </p>
      )}
      {differs ? <p className="text-deny">{texts.inbox.digestDiffers}</p> : null}
      <Button className="mt-1" inert={!mayAllow || differs} onClick={(event) => onChoose(event, answer)}>
        {texts.inbox.choose(texts.answers[answer])}
      </Button>
    </section>
  )
}
