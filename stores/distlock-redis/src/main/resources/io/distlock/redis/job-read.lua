-- Tells what is stored of a cluster job, and the server's clock.
-- KEYS: job
-- Returns: {seconds, microseconds}, followed by {version, trigger, since, last fire time, last end, paused, running}
-- if the job is known
local time = redis.call('TIME')
local job = redis.call('HMGET', KEYS[1], 'version', 'trigger', 'since', 'lastFireTime', 'lastEnd', 'paused', 'running')
if not job[1] then
  return time
end
for i = 1, 7 do
  time[i + 2] = job[i] or ''
end
return time
