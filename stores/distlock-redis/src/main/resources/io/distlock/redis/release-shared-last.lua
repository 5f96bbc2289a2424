-- Most owners are the only one, and no node waits. What is below concerns all others, and those whose hash has more in it.
local value = redis.call('GET', KEYS[1])
if value and string.find(value, ' ~ - ', 34, true) == 34 and redis.call('HLEN', KEYS[3]) < 4 then
  local entries, own, others = redis.call('HGETALL', KEYS[3]), false, false
  for n = 1, #entries, 2 do
    if entries[n] == ARGV[1] then
      own = true
    elseif string.sub(entries[n], 1, 1) ~= '!' then
      others = true
    end
  end
  -- See retention.
  local once = string.sub(value, 1, 16) - string.sub(value, 18, 33) < 600000000
  if own and not others and not redis.pcall('SET', KEYS[1], string.sub(value, 1, 34) .. '=' .. ARGV[1], 'PX',
      string.match(ARGV[3], once and '(%d+) %d+$' or '%d+$')).err then
    redis.call('HDEL', KEYS[3], ARGV[1], '!left')
    return 1
  end
end
