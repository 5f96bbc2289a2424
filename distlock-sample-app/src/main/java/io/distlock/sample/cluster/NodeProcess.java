// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.cluster;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.distlock.sample.Lifeline;
import io.distlock.sample.ShopApplication;
import tools.jackson.databind.json.JsonMapper;

/**
 * One node, running in a JVM of its own.
 */
final class NodeProcess {

	private static final List<String> SMALL_JVM = List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

	private final String name;

	private final URI address;

	private final Process process;

	private NodeProcess(String name, URI address, Process process) {
		this.name = name;
		this.address = address;
		this.process = process;
	}

	static NodeProcess start(String name, URI address, Map<String, String> properties, List<String> arguments)
			throws IOException {
		ProcessBuilder builder = new ProcessBuilder(command(arguments)).redirectErrorStream(true);
		builder.environment().put("SPRING_APPLICATION_JSON", new JsonMapper().writeValueAsString(properties));
		Lifeline.attach(builder.environment());
		return new NodeProcess(name, address, builder.start());
	}

	private static List<String> command(List<String> arguments) {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(SMALL_JVM);
		command.addAll(program());
		command.addAll(arguments);
		return command;
	}

	private static List<String> program() {
		String jar = System.getProperty("shop.jar");
		if (jar != null) {
			return List.of("-jar", new File(jar).getAbsolutePath());
		}
		return List.of("-cp", System.getProperty("java.class.path"), ShopApplication.class.getName());
	}

	/**
	 * Forward what the node writes, line by line, until it ends.
	 * @param target where to
	 */
	void forwardOutput(PrintStream target) {
		Thread forwarder = new Thread(() -> forward(target), this.name + "-output");
		forwarder.setDaemon(true);
		forwarder.start();
	}

	private void forward(PrintStream target) {
		try (BufferedReader lines = this.process.inputReader(Charset.defaultCharset())) {
			for (String line = lines.readLine(); line != null; line = lines.readLine()) {
				target.println("[" + this.name + "] " + line);
			}
		}
		catch (IOException ex) {
			// the node has gone
		}
	}

	String name() {
		return this.name;
	}

	URI address() {
		return this.address;
	}

	Process process() {
		return this.process;
	}

}
