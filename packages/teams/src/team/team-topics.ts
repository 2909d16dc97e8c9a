/** The topics of the database about teams: tasks whose run must end, teams with tasks that may be ready, tasks whose question is settled. */
export const teamTopics = { stop: 'teams.stop', dispatch: 'teams.dispatch', unask: 'teams.unask' } as const
