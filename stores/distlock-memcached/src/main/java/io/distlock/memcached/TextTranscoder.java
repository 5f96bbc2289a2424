// SPDX-License-Identifier: Apache-2.0

package io.distlock.memcached;

import java.nio.charset.StandardCharsets;

import net.spy.memcached.CachedData;
import net.spy.memcached.transcoders.Transcoder;

/**
 * Stores text unchanged, regardless of the transcoder of the application's client.
 */
final class TextTranscoder implements Transcoder<String> {

	static final TextTranscoder INSTANCE = new TextTranscoder();

	private TextTranscoder() {
	}

	@Override
	public boolean asyncDecode(CachedData data) {
		return false;
	}

	@Override
	public CachedData encode(String text) {
		return new CachedData(0, text.getBytes(StandardCharsets.UTF_8), getMaxSize());
	}

	@Override
	public String decode(CachedData data) {
		return new String(data.getData(), StandardCharsets.UTF_8);
	}

	@Override
	public int getMaxSize() {
		return CachedData.MAX_SIZE;
	}

}
