// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

import io.distlock.LockTemplate;
import io.distlock.faults.node.method.LockedMethods;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A JVM of the cluster. It obeys orders on its standard input, line by line, answers on
 * its standard output, and ends with its input.
 *
 * @since 0.1.0
 */
public final class NodeProcess {

	/** What keys begin with, so that annotated methods lock them as well. */
	public static final String KEYS = LockedMethods.NAME + ":";

	/**
	 * Order: begin a round. The folder, the seed, the keys, the number of workers, the
	 * lease, the wait time and the share of long holds follow.
	 */
	public static final String START = "start";

	/** Order: end the round, when all workers have ended what they do. */
	public static final String QUIESCE = "quiesce";

	/** Order: interrupt some workers. How many follows. */
	public static final String INTERRUPT = "interrupt";

	/**
	 * Order: those who are about to release wait for this process to stand still. For how
	 * long, follows.
	 */
	public static final String AMBUSH = "ambush";

	/** Order: end all locks of the round, whichever owners hold them. */
	public static final String FORCE = "force";

	/** Order: take all connections of the application's pool. For how long, follows. */
	public static final String EXHAUST = "exhaust";

	/**
	 * Order: block the threads of the common pool, and of continuations. For how long,
	 * and a part of the keys for those, follow.
	 */
	public static final String FILL = "fill";

	/** Order: lose locks whose callbacks do not return. A part of their keys follows. */
	public static final String HANG = "hang";

	/** Order: let these callbacks return. */
	public static final String UNHANG = "unhang";

	/**
	 * Order: say when all is over that orders have begun. How long to wait for that,
	 * follows.
	 */
	public static final String SETTLE = "settle";

	/**
	 * Order: take locks that no other node wants, and hold them. How long, and the keys.
	 */
	public static final String KEEP = "keep";

	/** Order: say of the next grant, and hold it. For how long, follows. */
	public static final String GRASP = "grasp";

	/** Order: close the context, and end. */
	public static final String STOP = "stop";

	/** Answer: the context is there, and has acquired and released its first lock. */
	public static final String READY = "READY";

	/** Answer: the round has begun. */
	public static final String STARTED = "STARTED";

	/** Answer: a lock was granted just now. */
	public static final String GRASPED = "GRASPED";

	/** Answer: what orders have begun is over. What is not, follows. */
	public static final String SETTLED = "SETTLED";

	/** Answer: the round has ended. Keys that are held follow. */
	public static final String QUIET = "QUIET";

	/** Says that something happened that never may. */
	public static final String UNEXPECTED = "UNEXPECTED";

	private NodeProcess() {
	}

	/**
	 * Start a node.
	 * @param args the settings and the properties of the store, as {@code --name=value}
	 * @throws IOException if an order cannot be read
	 */
	public static void main(String[] args) throws IOException {
		BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
		ConfigurableApplicationContext context = new SpringApplicationBuilder(NodeApplication.class)
			.web(WebApplicationType.NONE)
			.properties("spring.main.banner-mode=off", "logging.level.root=WARN", "spring.application.name=faults",
					"spring.task.scheduling.pool.size=2", "spring.jmx.enabled=false")
			.run(args);
		NodeOrders node = new NodeOrders(context);
		WarmUp.run(context.getBean(LockTemplate.class), context.getBean(NodeSettings.class).node());
		say(READY);
		for (String order = orders.readLine(); order != null; order = orders.readLine()) {
			node.obey(order.split(" "));
		}
		// The parent is gone, and with it the store: there is nothing to say goodbye to.
		Runtime.getRuntime().halt(1);
	}

	static void say(String line) {
		System.out.println(line);
		System.out.flush();
	}

	static void unexpected(Throwable error) {
		error.printStackTrace();
		say(UNEXPECTED + " " + Thread.currentThread().getName() + ": " + error);
	}

}
