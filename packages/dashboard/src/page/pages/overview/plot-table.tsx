import { formatTime } from '../../texts/format.ts'
import { texts } from '../../texts/texts.ts'
import type { Series } from './series.ts'

/** The data of a plot as a table. */
export function PlotTable({ series, format }: { readonly series: Series; readonly format: (value: number) => string }) {
  return (
    <section tabIndex={0} aria-label={texts.overview.table} className="max-h-64 overflow-auto">
      <table className="w-full text-sm">
        <thead>
          <tr>
            <th scope="col" className="text-start">
              {texts.overview.time}
            </th>
            {series.lines.map(({ name }) => (
              <th key={name} scope="col" className="text-end">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {series.at.map((at, index) => (
            <tr key={String(at)} className="border-t border-line">
              <th scope="row" className="text-start font-normal">
                {formatTime(at)}
              </th>
              {series.lines.map(({ name, values }) => (
                <td key={name} className="text-end">
                  {values[index] === null || values[index] === undefined ? '–' : format(values[index])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
