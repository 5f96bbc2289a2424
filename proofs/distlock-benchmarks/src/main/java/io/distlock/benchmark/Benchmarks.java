// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark;

import java.util.ArrayList;
import java.util.List;

import io.distlock.benchmark.annotation.AnnotationSuite;
import io.distlock.benchmark.consul.ConsulSuite;
import io.distlock.benchmark.etcd.EtcdSuite;
import io.distlock.benchmark.herd.HerdSuite;
import io.distlock.benchmark.idle.IdleSuite;
import io.distlock.benchmark.jobs.JobLoadSuite;
import io.distlock.benchmark.local.LocalSuite;
import io.distlock.benchmark.measure.Network;
import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.memcached.MemcachedSuite;
import io.distlock.benchmark.nats.NatsSuite;
import io.distlock.benchmark.redis.RedisKindSuite;
import io.distlock.benchmark.redis.RedisSuite;
import io.distlock.benchmark.redis.RenewalSuite;
import io.distlock.benchmark.redis.ServerCpuSuite;
import io.distlock.benchmark.report.Glance;
import io.distlock.benchmark.report.Report;
import io.distlock.benchmark.sizing.SizingSuite;
import io.distlock.benchmark.soak.SoakSuite;
import io.distlock.benchmark.sql.H2Suite;
import io.distlock.benchmark.sql.SqlSuite;
import io.distlock.benchmark.sql.TransactionSuite;
import io.distlock.benchmark.stores.StoresSuite;
import io.distlock.benchmark.zookeeper.ZooKeeperKindSuite;
import io.distlock.benchmark.zookeeper.ZooKeeperSuite;

/**
 * Measures distlock beside a floor and the peers. Everything runs on this machine, in
 * rounds, so only ratios within one table mean anything.
 */
public final class Benchmarks {

	private static final List<Suite> SUITES = List.of(new LocalSuite(), new RedisSuite(), new H2Suite(),
			SqlSuite.postgresql(), SqlSuite.mariadb(), new TransactionSuite(), new ZooKeeperSuite(), new EtcdSuite(),
			new ConsulSuite(), new MemcachedSuite(), new NatsSuite(), new StoresSuite(), new RedisKindSuite(),
			new ZooKeeperKindSuite(), new ServerCpuSuite(), new RenewalSuite(), new AnnotationSuite(), new IdleSuite(),
			new JobLoadSuite(), HerdSuite.redis(), HerdSuite.postgresql(), HerdSuite.mariadb(), new SizingSuite(),
			SoakSuite.redis(), SoakSuite.postgresql(), SoakSuite.mariadb(), SoakSuite.zooKeeper());

	private Benchmarks() {
	}

	/**
	 * Run the suites.
	 * @param args {@code --suites=redis,postgresql --rounds=5 --seconds=1},
	 * {@code --network=0.5} for half a millisecond each way to the store, and
	 * {@code --docs} to write into the reference; {@code --glance --docs} measures
	 * nothing, and draws the summary of the reference again
	 */
	public static void main(String[] args) throws Exception {
		Options options = Options.parse(args);
		if (options.glance()) {
			new Glance(options.folders()).draw();
			return;
		}
		List<String> missed = new ArrayList<>();
		for (Suite named : chosen(options)) {
			Suite suite = options.network().equals(Network.NONE) ? named : named.over(options.network());
			Report report = new Report(options.folders(), suite.name(), System.out);
			suite.run(new Rounds(options.rounds(), options.turn()), report);
			report.write(suite.title(), options.command(named.name()));
			if (suite.isCheck()) {
				report.missed().forEach((what) -> missed.add("%s: %s".formatted(suite.name(), what)));
			}
		}
		missed.forEach((what) -> System.err.println("Target missed in " + what));
		System.exit(missed.isEmpty() ? 0 : 1);
	}

	/**
	 * Find a suite.
	 * @param name what the command line calls it
	 */
	public static Suite suite(String name) {
		return SUITES.stream().filter((suite) -> suite.name().equals(name)).findFirst().orElseThrow();
	}

	private static List<Suite> chosen(Options options) {
		List<String> names = SUITES.stream().map(Suite::name).toList();
		for (String chosen : options.suites()) {
			if (names.stream().noneMatch((name) -> isNamed(name, chosen))) {
				throw new IllegalArgumentException(
						"There is no suite '%s'; the suites are %s".formatted(chosen, names));
			}
		}
		return SUITES.stream()
			.filter((suite) -> (options.suites().isEmpty() && !suite.isCheck())
					|| options.suites().stream().anyMatch((chosen) -> isNamed(suite.name(), chosen)))
			.toList();
	}

	/**
	 * The first part of a name stands for all that begin with it: {@code herd} for
	 * {@code herd-redis} and others.
	 */
	private static boolean isNamed(String suite, String chosen) {
		return suite.equals(chosen) || suite.startsWith(chosen + "-");
	}

}
