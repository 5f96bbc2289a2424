// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.path;

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
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.MethodEntryRequest;

/**
 * A JVM that locks a key once, under a debugger that sees each method of a library that
 * is entered.
 */
final class TracedProcess implements AutoCloseable {

	private static final long PATIENCE_MILLIS = 2000;

	private static final long MOMENT_MILLIS = 1;

	private final VirtualMachine machine;

	private final BufferedReader output;

	TracedProcess(String suite, String entry, String address) throws Exception {
		LaunchingConnector connector = Bootstrap.virtualMachineManager().defaultConnector();
		Map<String, Connector.Argument> arguments = connector.defaultArguments();
		Objects.requireNonNull(arguments.get("main"))
			.setValue("%s %s \"%s\" %s".formatted(OneLock.class.getName(), suite, entry, address));
		Objects.requireNonNull(arguments.get("options"))
			.setValue("-cp \"" + System.getProperty("java.class.path") + "\"");
		this.machine = connector.launch(arguments);
		this.output = new BufferedReader(
				new InputStreamReader(this.machine.process().getInputStream(), StandardCharsets.UTF_8));
		this.machine.resume();
	}

	/**
	 * Let the process lock and release once.
	 * @param packages which types are seen, such as {@code io.distlock.*}
	 * @return the methods that were entered, on all threads, in order
	 */
	List<Method> trace(String packages) throws Exception {
		await(OneLock.READY);
		MethodEntryRequest entries = this.machine.eventRequestManager().createMethodEntryRequest();
		entries.addClassFilter(packages);
		entries.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
		entries.enable();
		List<Method> entered = new ArrayList<>();
		proceed();
		EventSet events = this.machine.eventQueue().remove(PATIENCE_MILLIS);
		while (events != null) {
			for (Event event : events) {
				if (event instanceof MethodEntryEvent entry) {
					entered.add(entry.method());
				}
			}
			events.resume();
			events = this.machine.eventQueue().remove(PATIENCE_MILLIS);
		}
		await(OneLock.DONE);
		return entered;
	}

	/**
	 * Wait for a line. Events are taken meanwhile: JDI stops a process of which too many
	 * are left unread, and each class that it loads is one.
	 */
	private void await(String line) throws IOException, InterruptedException {
		String read = "";
		while (!line.equals(read)) {
			read = this.output.ready() ? this.output.readLine() : "";
			EventSet events = this.machine.eventQueue().remove(MOMENT_MILLIS);
			if (events != null) {
				events.resume();
			}
		}
	}

	private void proceed() throws IOException {
		this.machine.process().getOutputStream().write('\n');
		this.machine.process().getOutputStream().flush();
	}

	@Override
	public void close() {
		this.machine.process().destroyForcibly();
	}

}
