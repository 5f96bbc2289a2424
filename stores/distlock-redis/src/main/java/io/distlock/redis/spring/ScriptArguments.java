// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.spring;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;

import io.distlock.redis.transport.ScriptCall;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.CommandArgs;
import io.netty.buffer.ByteBuf;

/**
 * The arguments of a command that runs a script. The thread that asks turns them into
 * bytes, so that the one that writes for all has only to copy them.
 */
final class ScriptArguments extends CommandArgs<byte[], byte[]> {

	/**
	 * Headers of texts of the usual lengths.
	 */
	private static final byte[][] HEADS = IntStream.range(0, 256)
		.mapToObj(ScriptArguments::newHead)
		.toArray(byte[][]::new);

	private static final int LINE_END = '\r' << 8 | '\n';

	private static final int FIRST_KEY = 2;

	private final ScriptCall call;

	private final byte[][] texts;

	/**
	 * Create arguments.
	 * @param script the text of the script, or its digest
	 * @param call its keys and arguments
	 */
	ScriptArguments(String script, ScriptCall call) {
		super(ByteArrayCodec.INSTANCE);
		this.call = call;
		this.texts = texts(script, call.keys(), call.arguments());
	}

	private static byte[][] texts(String script, List<String> keys, List<String> arguments) {
		byte[][] texts = new byte[FIRST_KEY + keys.size() + arguments.size()][];
		int count = 0;
		texts[count++] = script.getBytes(StandardCharsets.UTF_8);
		texts[count++] = Integer.toString(keys.size()).getBytes(StandardCharsets.UTF_8);
		for (String key : keys) {
			texts[count++] = key.getBytes(StandardCharsets.UTF_8);
		}
		for (String argument : arguments) {
			texts[count++] = argument.getBytes(StandardCharsets.UTF_8);
		}
		return texts;
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
		return this.call.script() + " " + this.call.keys();
	}

}
