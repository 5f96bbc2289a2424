-- Tells what is stored of a cluster job, and the server's clock.
-- KEYS: job
-- ARGV: the names of what is stored
-- Returns: {seconds, microseconds}, followed by the version and a value for each name if the job is known
local time = redis.call('TIME')
local version = redis.call('HGET', KEYS[1], 'version')
if not version then
  return time
end
time[3] = version
local values = redis.call('HMGET', KEYS[1], unpack(ARGV))
for i = 1, #ARGV do
  time[i + 3] = values[i] or ''
end
return time
