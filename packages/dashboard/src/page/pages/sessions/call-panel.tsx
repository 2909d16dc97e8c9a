import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useLiveQuery } from '../../api/use-live-query.ts'
import { Button } from '../../parts/button.tsx'
import { ForeignText, UntrustedBlock } from '../../parts/foreign-text.tsx'
import { JsonTree } from '../../parts/json-tree.tsx'
import { QueryView } from '../../parts/states.tsx'
import { texts } from '../../texts/texts.ts'
import type { CallDetail } from './session.ts'
import { StageWords } from './stage-bar.tsx'

const parts = ['input', 'result', 'decision', 'targets', 'flow', 'approval'] as const

/** Everything that was recorded of one call, read when it is opened. */
export function CallPanel({ id, session }: { readonly id: string; readonly session: string }): ReactNode {
  const query = useLiveQuery<CallDetail>(`/sessions/${encodeURIComponent(session)}/calls/${encodeURIComponent(id)}`)
  const [part, setPart] = useState<(typeof parts)[number]>('input')
  return (
    <section
      aria-label={texts.sessions.call}
      className="max-h-[45%] shrink-0 overflow-y-auto border-t-2 border-line bg-surface"
    >
      <QueryView query={query}>
        {(call) => (
          <>
            <div className="sticky top-0 flex flex-wrap items-center gap-2 border-b border-line bg-surface px-4 py-2">
              <strong className="font-mono text-sm">
                <ForeignText text={call.tool} />
              </strong>
              {parts
                .filter((one) => call[one] !== undefined)
                .map((one) => (
                  <Button
                    key={one}
                    look="quiet"
                    aria-pressed={one === part}
                    onClick={() => setPart(one)}
                    className="aria-pressed:bg-accent-tint"
                  >
                    {texts.sessions.parts[one]}
                  </Button>
                ))}
              <Link
                className="ms-auto text-accent underline"
                to={`/policy?tab=explain&tool=${encodeURIComponent(call.tool)}&session=${encodeURIComponent(session)}&call=${encodeURIComponent(call.id)}`}
              >
                {texts.sessions.explainToday}
              </Link>
            </div>
            <div className="p-4">
              <StageWords timings={call.timings} />
              <div className="mt-2">
                {part === 'result' ? (
                  <UntrustedBlock>
                    <JsonTree value={call.result} />
                  </UntrustedBlock>
                ) : (
                  <JsonTree value={call[part]} />
                )}
              </div>
            </div>
          </>
        )}
      </QueryView>
    </section>
  )
}
