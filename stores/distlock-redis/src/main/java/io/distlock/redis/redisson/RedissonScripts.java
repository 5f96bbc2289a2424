// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.redisson;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

import io.distlock.redis.transport.ScriptCall;
import org.redisson.client.codec.StringCodec;
import org.redisson.client.protocol.RedisCommand;
import org.redisson.client.protocol.decoder.MultiDecoder;
import org.redisson.command.CommandAsyncExecutor;

/**
 * The commands that run scripts, below the names and codecs of Redisson.
 */
final class RedissonScripts {

	private static final MultiDecoder<Object> ARRAY = (values, state) -> List.copyOf(values);

	static final RedisCommand<Object> EVALSHA = new RedisCommand<>("EVALSHA", ARRAY);

	static final RedisCommand<Object> EVAL = new RedisCommand<>("EVAL", ARRAY);

	private RedissonScripts() {
	}

	static CompletionStage<Object> send(CommandAsyncExecutor executor, ScriptCall call, RedisCommand<Object> command) {
		List<Object> parameters = new ArrayList<>(call.keys().size() + call.arguments().size() + 2);
		parameters.add((command == EVAL) ? call.script().text() : call.script().sha1());
		parameters.add(call.keys().size());
		parameters.addAll(call.keys());
		parameters.addAll(call.arguments());
		return executor.writeAsync(call.keys().get(0), StringCodec.INSTANCE, command, parameters.toArray());
	}

}
