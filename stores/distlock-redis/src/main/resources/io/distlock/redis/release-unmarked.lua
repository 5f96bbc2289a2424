-- Most locks that are released belong to the owner, and no other node waits for them. What is below concerns all others.
local value = redis.call('GET', KEYS[1])
if value and string.find(value, ARGV[1] .. ' - ', 35, true) == 35 then
  local last = (ARGV[2] ~= '0') and ARGV[2] or string.sub(value, 1, 16)
  local free = last .. string.sub(value, 17, 34) .. '=' .. ARGV[1]
  local set
  if last - string.sub(value, 18, 33) < 600000000 then
    -- See retention.
    set = redis.pcall('SET', KEYS[1], free, 'PX', string.match(ARGV[3], '^%d+ %d+ (%d+)'))
  else
    set = redis.pcall('SET', KEYS[1], free, 'KEEPTTL')
  end
  if not set.err then
    return 1
  end
end
