import type { FlowFinding, FlowJudgement } from '@drawbridge/core/flow'
import type { ReactNode } from 'react'
import { ForeignText, UntrustedBlock } from '../../parts/foreign-text.tsx'
import { texts } from '../../texts/texts.ts'

/** The values that decide where a call goes, and whose words they are. */
export function FlowEvidence({ flow: { findings, vouched } }: { readonly flow: FlowJudgement }): ReactNode {
  const { flow } = texts.inbox
  return (
    <section className="mt-3">
      <h3 className="mb-1 font-semibold text-foreign">
        <span aria-hidden="true">◈ </span>
        {findings.length === 0 ? flow.none : flow.title(findings.length)}
      </h3>
      {findings.map((finding) => (
        <Finding key={`${finding.check} ${finding.at} ${finding.value}`} finding={finding} />
      ))}
      {vouched.length === 0 ? null : (
        <p className="mt-2 text-muted">
          {flow.vouched}{' '}
          {vouched.map(({ at, value, by }, index) => (
            <span key={`${at} ${value}`}>
              {index > 0 ? '; ' : ''}
              <ForeignText text={at} oneLine />{' '}
              <code className="rounded-sm bg-sunken px-1">
                <ForeignText text={value} mono oneLine />
              </code>{' '}
              ({flow.by[by]})
            </span>
          ))}
        </p>
      )}
    </section>
  )
}

function Finding({ finding: { kind, at, value, origin, because } }: { readonly finding: FlowFinding }): ReactNode {
  return (
    <div className="mb-2">
      <p>
        <span className="text-muted">
          <ForeignText text={kind ?? at ?? ''} />
        </span>{' '}
        {value === undefined ? null : (
          <strong>
            <ForeignText text={value} mono />
          </strong>
        )}{' '}
        <ForeignText text={because} />
      </p>
      {origin === undefined ? (
        <p className="text-muted">{texts.inbox.flow.noOrigin}</p>
      ) : (
        <UntrustedBlock>
          <p className="text-muted">
            {texts.inbox.flow.from}{' '}
            <ForeignText text={`${origin.tool} ${origin.target ?? ''} ${origin.pointer ?? ''}`} mono />
          </p>
          <p>
            <Excerpt text={origin.excerpt} value={value} />
          </p>
        </UntrustedBlock>
      )}
    </div>
  )
}

/** The words around a value, with the value marked. */
function Excerpt({ text, value }: { readonly text: string; readonly value: string | undefined }): ReactNode {
  const at = value === undefined ? -1 : text.indexOf(value)
  if (value === undefined || at < 0) return <ForeignText text={text} />
  return (
    <>
      <ForeignText text={text.slice(0, at)} />
      <mark>
        <ForeignText text={value} />
      </mark>
      <ForeignText text={text.slice(at + value.length)} />
    </>
  )
}
