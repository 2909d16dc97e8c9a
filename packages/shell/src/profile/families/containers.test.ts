import { describeProfiles } from '../../testing/describe-profiles.ts'

describeProfiles('containers', {
  reads: ['docker ps', 'docker images'],
  granted: {
    'docker ps': ['docker ps -a'],
    'docker logs': ['docker logs -f web'],
    'docker build': ['docker build -t app .'],
    'docker compose up': ['docker compose up -d'],
    'docker compose': ['docker compose logs web'],
    'docker stop': ['docker stop web'],
    'docker rm': ['docker rm web'],
    'docker exec web ls': ['docker exec web ls'],
    'docker run --rm app': ['docker run --rm app'],
    docker: ['docker images'],
    'docker pull': ['docker pull alpine'],
  },
  riders: {
    docker: [
      'docker run alpine id',
      'docker exec web id',
      'docker cp web:/x .',
      'docker -H tcp://e ps',
      'docker system prune -af',
      'docker rm -v x',
    ],
    'docker run': ['docker run -v /:/h alpine', 'docker run -v /:/h alpine'],
    'docker run alpine': ['docker run --privileged alpine'],
    'docker exec': ['docker exec web id'],
    'docker build': ['docker build --secret id=x .'],
    'docker compose': ['docker compose exec web id', 'docker compose -f /tmp/x up'],
  },
})
