// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.path;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.Method;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.MethodEntryRequest;

/**
 * A JVM that locks once, under a debugger that sees each method of the library that its
 * main thread enters; where it runs jobs, each that any thread enters.
 */
final class TracedProcess implements AutoCloseable {

	private static final long MOMENT_MILLIS = 1;

	private final VirtualMachine machine;

	private final BufferedReader output;

	private final OneCall.Kind kind;

	TracedProcess(OneCall.Kind kind, String... properties) throws Exception {
		this.kind = kind;
		LaunchingConnector connector = Bootstrap.virtualMachineManager().defaultConnector();
		Map<String, Connector.Argument> arguments = connector.defaultArguments();
		Objects.requireNonNull(arguments.get("main"))
			.setValue("%s %s %s".formatted(OneCall.class.getName(), kind, String.join(" ", properties)));
		Objects.requireNonNull(arguments.get("options"))
			.setValue("-cp \"" + System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
					+ "\"");
		this.machine = connector.launch(arguments);
		this.output = new BufferedReader(
				new InputStreamReader(this.machine.process().getInputStream(), StandardCharsets.UTF_8));
		this.machine.resume();
	}

	/**
	 * Let the process lock and release once.
	 * @return the methods that were entered, in order
	 */
	List<Method> trace() throws Exception {
		List<Method> entered = new ArrayList<>();
		awaitLine(OneCall.READY, entered);
		MethodEntryRequest entries = this.machine.eventRequestManager().createMethodEntryRequest();
		entries.addClassFilter("io.distlock.*");
		if (this.kind != OneCall.Kind.JOB) {
			entries.addThreadFilter(main());
		}
		entries.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
		entries.enable();
		this.machine.process().getOutputStream().write('\n');
		this.machine.process().getOutputStream().flush();
		awaitLine(OneCall.DONE, entered);
		return entered;
	}

	private ThreadReference main() {
		return this.machine.allThreads()
			.stream()
			.filter((thread) -> thread.name().equals("main"))
			.findFirst()
			.orElseThrow();
	}

	/**
	 * Wait for a line. Events are taken meanwhile: JDI stops a process of which too many
	 * are left unread, and each class that it loads is one.
	 */
	private void awaitLine(String line, List<Method> entered) throws IOException, InterruptedException {
		List<String> said = new ArrayList<>();
		try {
			while (!said.contains(line)) {
				if (this.output.ready()) {
					said.add(this.output.readLine());
				}
				EventSet events = this.machine.eventQueue().remove(MOMENT_MILLIS);
				if (events != null) {
					events.forEach((event) -> note(event, entered));
					events.resume();
				}
			}
		}
		catch (VMDisconnectedException ex) {
			this.output.lines().forEach(said::add);
			throw new IllegalStateException("The process has ended:\n" + String.join("\n", said), ex);
		}
	}

	private static void note(Event event, List<Method> entered) {
		if (event instanceof MethodEntryEvent entry) {
			entered.add(entry.method());
		}
	}

	@Override
	public void close() {
		this.machine.process().destroyForcibly();
	}

}
