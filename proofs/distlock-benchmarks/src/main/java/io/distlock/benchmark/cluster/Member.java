/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
