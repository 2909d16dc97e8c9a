// A whole capability as a third party would write it: a section of the configuration, a tool, a table with an encrypted column, a
// command, a check of `drawbridge doctor`, an operation of the HTTP interface and a page of the dashboard. Drawbridge gets only this value; everything behind `load` comes later.
import { defineRoom } from '@drawbridge/room'
import { weatherEvents } from './events.ts'
import { sealedToken } from './sealed-token.ts'

export const room = defineRoom({
  name: 'weather',
  summary: 'weather stations and what they measured',
  loadSection: async () => (await import('./section.ts')).weatherSection,
  builtIn: { maxStations: 10, coldest: -90 },
  tools: [
    {
      name: 'weather.note',
      description: 'Notes the temperature that a weather station measured, in degrees Celsius.',
      permission: 'write',
      risk: 'safe',
      groups: ['weather', 'automation'],
      tags: ['measuring'],
      load: async (house, section) => (await import('./note-tool.ts')).noteTool(house, section),
    },
  ],
  commands: [
    {
      path: ['weather', 'stations'],
      isDefault: true,
      summary: 'list the stations with what they measured last',
      load: async () => (await import('./stations-command.ts')).stationsCommand,
    },
    {
      path: ['weather', 'add'],
      summary: 'add a station; its token is read from standard input and kept encrypted',
      load: async () => (await import('./add-command.ts')).addCommand,
    },
  ],
  checks: [
    {
      name: 'weather',
      needsDatabase: true,
      load: async () => (await import('./check-stations.ts')).checkStations,
    },
  ],
  loadRoutes: async () => (await import('./routes.ts')).weatherRoutes,
  pages: [
    {
      path: '/stations',
      title: 'Weather stations',
      list: 'listStations',
      key: 'name',
      fields: [
        { field: 'name', label: 'Station' },
        { field: 'celsius', label: 'Degrees Celsius', form: 'number' },
        { field: 'measuredAt', label: 'Measured', form: 'time', detailOnly: true },
      ],
      empty: 'There is no station yet: drawbridge weather add NAME',
    },
  ],
  promptBlocks: [
    { name: 'stations', text: async (house) => (await import('./stations-block.ts')).stationsBlock(house) },
  ],
  migrations: [{ name: '0001-stations', load: () => import('./migrations/0001-stations.ts') }],
  sealed: [sealedToken],
  events: weatherEvents,
})
