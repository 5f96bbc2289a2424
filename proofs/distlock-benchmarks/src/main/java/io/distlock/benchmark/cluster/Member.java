// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A JVM that does what it is told, line by line, and ends with its standard input.
 */
public final class Member implements AutoCloseable {

	private final Process process;

	private final PrintWriter orders;

	private final BufferedReader answers;

	Member(String store, String address, String entry) throws IOException {
		String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
		this.process = new ProcessBuilder(java, "-Xmx512m", "-cp", System.getProperty("java.class.path"),
				MemberProcess.class.getName(), store, address, entry)
			.redirectError(ProcessBuilder.Redirect.INHERIT)
			.start();
		this.orders = new PrintWriter(this.process.getOutputStream(), true, StandardCharsets.UTF_8);
		this.answers = new BufferedReader(new InputStreamReader(this.process.getInputStream(), StandardCharsets.UTF_8));
	}

	/**
	 * Tell the JVM to do something.
	 */
	public void order(String order) {
		this.orders.println(order);
	}

	/**
	 * Wait for an answer, over whatever else the JVM may print.
	 * @param word its first word
	 * @return the number behind it
	 */
	public long answer(String word) throws IOException {
		for (String line = this.answers.readLine(); line != null; line = this.answers.readLine()) {
			if (line.startsWith(word + " ")) {
				return Long.parseLong(line.substring(word.length() + 1));
			}
		}
		throw new IOException("A member ended before it answered " + word);
	}

	@Override
	public void close() throws IOException {
		this.orders.close();
		this.process.destroy();
	}

}
