-- Forgets a cluster job with the records of its runs, unless another node changed it since it was read.
-- KEYS: job, runs
-- ARGV: version that was read
-- Returns: {1} it is not known, now or before; {0} it has another version by now; {2} not yet: a job that is made anew
--   now would get the same version again
local found = redis.call('HGET', KEYS[1], 'version')
if found and found ~= ARGV[1] then
  return {0}
end
local time = redis.call('TIME')
if found and tonumber(found) >= time[1] * 1000000 + time[2] then
  return {2}
end
redis.call('DEL', KEYS[1], KEYS[2])
return {1}
