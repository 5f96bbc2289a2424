// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ClusterOptionsTests {

	@Test
	void nothingSaidMeansThreeNodes() {
		assertThat(ClusterOptions.parse()).isEqualTo(new ClusterOptions(List.of(8081, 8082, 8083), List.of()));
	}

	@Test
	void portsAreTakenAndTheRestGoesToTheNodes() {
		ClusterOptions options = ClusterOptions.parse("--distlock.provider=jdbc", "--ports=9081,9082");
		assertThat(options.ports()).containsExactly(9081, 9082);
		assertThat(options.nodeArguments()).containsExactly("--distlock.provider=jdbc");
	}

	@ParameterizedTest
	@CsvSource({ "--distlock.provider=jdbc, none", "--distlock.provider=redis, redis",
			"--distlock.provider=zookeeper, zookeeper", "--distlock.provider=etcd, etcd",
			"--distlock.provider=redis --spring.data.redis.host=elsewhere, none",
			"--distlock.provider=zookeeper --distlock.zookeeper.connect-string=elsewhere, none",
			"--distlock.provider=etcd --distlock.etcd.endpoints=http://elsewhere:2379, none" })
	void lockStoreIsStartedUnlessTheUserHasOne(String arguments, String wanted) {
		ClusterOptions options = ClusterOptions.parse(arguments.split(" "));
		assertThat(options.wantsRedis()).isEqualTo(wanted.equals("redis"));
		assertThat(options.wantsZooKeeper()).isEqualTo(wanted.equals("zookeeper"));
		assertThat(options.wantsEtcd()).isEqualTo(wanted.equals("etcd"));
	}

	@Test
	void takenPortIsNamedWithTheRemedy() throws IOException {
		try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			ClusterOptions options = ClusterOptions.parse("--ports=" + taken.getLocalPort());
			assertThatExceptionOfType(UsageException.class).isThrownBy(options::withFreePorts)
				.withMessageStartingWith("Port %d is taken.", taken.getLocalPort())
				.withMessageContaining("--ports=");
		}
	}

	@Test
	void openPortsAreChosenAndDistinct() {
		ClusterOptions options = ClusterOptions.parse("--ports=0,0,0").withFreePorts();
		assertThat(options.ports()).hasSize(3)
			.doesNotHaveDuplicates()
			.allMatch((port) -> port >= 12_000 && port < 32_000);
	}

	@Test
	void portThatIsNoNumberIsNamed() {
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> ClusterOptions.parse("--ports=8081,x"))
			.withMessageStartingWith("'x' is no port.");
	}

	@Test
	void argumentThatIsNoOptionIsNamed() {
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> ClusterOptions.parse("8081"))
			.withMessageStartingWith("'8081' is no option.");
	}

	@Test
	void killedNodeStaysAwayAsLongAsTheUserSays() {
		assertThat(ClusterOptions.parse().restartAfter()).isEqualTo(Duration.ofSeconds(10));
		assertThat(ClusterOptions.parse("--shop.restart-after=1500ms").restartAfter())
			.isEqualTo(Duration.ofMillis(1500));
		ClusterOptions unclear = ClusterOptions.parse("--shop.restart-after=soon");
		assertThatExceptionOfType(UsageException.class).isThrownBy(unclear::restartAfter)
			.withMessageStartingWith("'soon' is no duration.");
	}

	@Test
	void mailServerComesAlongUnlessTheUserHasOne() {
		assertThat(ClusterOptions.parse("--distlock.lease-time=3s").wantsMail()).isTrue();
		assertThat(ClusterOptions.parse("--spring.mail.host=smtp.shop.example").wantsMail()).isFalse();
	}

}
