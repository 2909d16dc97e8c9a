import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useLiveQuery } from '../../api/use-live-query.ts'
import { Button } from '../../parts/button.tsx'
import { Choice } from '../../parts/field.tsx'
import { QueryView } from '../../parts/states.tsx'
import { formatDuration, formatShort } from '../../texts/format.ts'
import { texts } from '../../texts/texts.ts'
import { PlotTable } from './plot-table.tsx'
import { largestLines, type PanelDefinition, panels, type Series } from './series.ts'

const Plot = lazy(async () => ({ default: (await import('./plot.tsx')).Plot }))
const ranges = ['1h', '24h', '7d', '30d'] as const

/** The page that shows whether all is well, what changed, and what it costs. */
export function Page(): ReactNode {
  const [search, setSearch] = useSearchParams()
  const range = search.get('range') ?? '24h'
  return (
    <div className="p-4">
      <Choice
        label={texts.overview.range}
        value={range}
        options={ranges.map((one) => [one, texts.overview.ranges[one]] as const)}
        onChange={(next) => setSearch({ range: next })}
      />
      <div className="mt-3 grid gap-4 lg:grid-cols-2 2xl:grid-cols-3">
        {panels.map((panel) => (
          <Panel key={panel.series} panel={panel} range={range} title={texts.overview.panels[panel.series]} />
        ))}
      </div>
    </div>
  )
}

/** One plot with its table. It fails alone. */
function Panel({
  panel: { series, by, form, unit, opens },
  range,
  title,
}: {
  readonly panel: PanelDefinition
  readonly range: string
  readonly title: string
}): ReactNode {
  const group = by === undefined ? '' : `&by=${by}`
  const query = useLiveQuery<Series>(`/stats/${series}?range=${range}${group}`, ['stats'])
  const [isTable, setTable] = useState(false)
  const format = useCallback(
    (value: number) =>
      unit === 'duration' ? formatDuration(value) : unit === 'money' ? value.toFixed(2) : formatShort(value),
    [unit],
  )
  return (
    <section aria-label={title} className="min-w-0 rounded-md border border-line bg-surface p-3">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h2 className="me-auto text-md font-semibold">{title}</h2>
        {opens === undefined ? null : (
          <Link className="text-accent underline" to={opens}>
            {texts.actions.open}
          </Link>
        )}
        <Button aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {texts.overview.asTable}
        </Button>
      </div>
      <QueryView query={query}>
        {(data) => <PanelBody title={title} data={data} form={form} format={format} isTable={isTable} />}
      </QueryView>
    </section>
  )
}

function PanelBody({
  title,
  data,
  form,
  format,
  isTable,
}: {
  readonly title: string
  readonly data: Series
  readonly form: 'bars' | 'lines'
  readonly format: (value: number) => string
  readonly isTable: boolean
}): ReactNode {
  const shown = useMemo(() => ({ ...data, lines: largestLines(data.lines, 5, texts.overview.other) }), [data])
  if (data.at.length < 2 || data.lines.length === 0)
    return <p className="my-8 text-center text-muted">{texts.overview.empty}</p>
  return isTable ? (
    <PlotTable series={data} format={format} />
  ) : (
    <Suspense fallback={<div className="h-40" />}>
      <Plot title={title} series={shown} form={form} format={format} />
    </Suspense>
  )
}
