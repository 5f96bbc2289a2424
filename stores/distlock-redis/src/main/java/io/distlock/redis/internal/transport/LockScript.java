// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.transport;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Script that a server runs and identifies by its SHA-1 digest after the first run.
 *
 * @since 0.1.0
 */
public final class LockScript {

	// By their places: scripts share some.
	private static final Map<String, String> files = new ConcurrentHashMap<>();

	private final String name;

	final String text;

	final String digest;

	private LockScript(String name, String text, String digest) {
		this.name = name;
		this.text = text;
		this.digest = digest;
	}

	/**
	 * Load a script from the package of a class.
	 * @param type the class
	 * @param name the name of the file, without its extension
	 * @param shared the names of files with shared functions
	 * @return the script
	 */
	public static LockScript load(Class<?> type, String name, String... shared) {
		StringBuilder text = new StringBuilder();
		for (String each : shared) {
			text.append(files.computeIfAbsent(type.getPackageName() + "/" + each, (place) -> read(type, each)));
		}
		return of(name, text.append(read(type, name)).toString());
	}

	private static String read(Class<?> type, String name) {
		try (InputStream file = type.getResourceAsStream(name + ".lua")) {
			if (file == null) {
				throw new IllegalStateException("The script '%s.lua' is missing from the library".formatted(name));
			}
			return new String(file.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	public static LockScript of(String name, String text) {
		try {
			MessageDigest digest = MessageDigest.getInstance("SHA-1");
			return new LockScript(name, text,
					HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8))));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-1", ex);
		}
	}

	public String name() {
		return this.name;
	}

	public String text() {
		return this.text;
	}

	public String digest() {
		return this.digest;
	}

}
