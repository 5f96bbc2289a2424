// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.spring;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import io.distlock.redis.internal.transport.ScriptCall;
import io.distlock.redis.internal.transport.ScriptReply;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * Script as sent by Lettuce: its digest or text, keys and arguments. The calling thread
 * encodes the arguments, so that the writing thread only copies bytes.
 */
final class LettuceScript extends CommandArgs<byte[], byte[]> {

	private static final byte[][] HEADS = IntStream.range(0, 256)
		.mapToObj(LettuceScript::newHead)
		.toArray(byte[][]::new);

	private static final int LINE_END = '\r' << 8 | '\n';

	private static final int FIRST_KEY = 2;

	private final ScriptCall call;

	private final byte[][] texts;

	private LettuceScript(ScriptCall call, boolean withText) {
		super(ByteArrayCodec.INSTANCE);
		this.call = call;
		this.texts = call.encoded(withText);
	}

	// Sends a script by its digest or text. What is silent since then is the master: the
	// time of the first request after its last reply, or zero. Any reply ends it, also an
	// error or the reply to a request that was given up.
	static RedisFuture<ScriptReply> send(RedisClusterAsyncCommands<byte[], byte[]> commands, ScriptCall call,
			boolean withText, AtomicLong silentSince) {
		if (silentSince.get() == 0) {
			silentSince.set(System.nanoTime() | 1);
		}
		return commands.dispatch(withText ? CommandType.EVAL : CommandType.EVALSHA,
				new Output(new ArrayList<>(3), silentSince), new LettuceScript(call, withText));
	}

	private static byte[] newHead(int length) {
		return ("$" + length + "\r\n").getBytes(StandardCharsets.US_ASCII);
	}

	@Override
	public int count() {
		return this.texts.length;
	}

	@Override
	public void encode(ByteBuf target) {
		for (byte[] text : this.texts) {
			target.writeBytes((text.length < HEADS.length) ? HEADS[text.length] : newHead(text.length));
			target.writeBytes(text);
			target.writeShort(LINE_END);
		}
	}

	@Override
	public ByteBuffer getFirstEncodedKey() {
		return ByteBuffer.wrap(this.texts[FIRST_KEY]);
	}

	@Override
	public String toCommandString() {
		return this.call.script().name() + " " + this.call.keys();
	}

	/**
	 * Output for an array of numbers and texts, or one number.
	 */
	private static final class Output extends CommandOutput<byte[], byte[], ScriptReply> {

		private final List<Object> values;

		private final AtomicLong silentSince;

		Output(List<Object> values, AtomicLong silentSince) {
			super(ByteArrayCodec.INSTANCE, new ScriptReply(values));
			this.values = values;
			this.silentSince = silentSince;
		}

		@Override
		public void complete(int depth) {
			if (this.silentSince.get() != 0) {
				this.silentSince.set(0);
			}
		}

		/**
		 * Begin an array, once more if a reply was cut and the request sent again.
		 */
		@Override
		public void multi(int count) {
			this.values.clear();
		}

		@Override
		public void set(long integer) {
			this.values.add(integer);
		}

		@Override
		public void set(@Nullable ByteBuffer bytes) {
			if (bytes == null) {
				setError("A script should return numbers and texts, but returned nothing");
			}
			else {
				this.values.add(StandardCharsets.UTF_8.decode(bytes).toString());
			}
		}

	}

}
