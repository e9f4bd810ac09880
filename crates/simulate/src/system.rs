//! The progressive systems of document 001: what is installed, and what their controllers record of an award.

feltproof_model::words! {
    /// A progressive system, in the generation that is installed, with its name on the command line.
    #[derive(Default)]
    pub enum System {
        /// Nexus Command of the first generation.
        #[default]
        Nexus1 = "nexus-1",
        /// Nexus Command with Game Manager 2 and Table Controller 2.
        Nexus2 = "nexus-2",
        /// SHFL entertainment: Game Manager with Aquarius Controller.
        Shfl = "shfl",
    }
}

pub(crate) type Component = (&'static str, &'static str);

const NEXUS_1_CONTROLLER: &str = "Nexus Command Table Controller Software";
const NEXUS_2_CONTROLLER: &str = "Nexus Command Table Controller 2";

impl System {
    /// As engagement files write it: both generations of Nexus Command are one system.
    pub(crate) const fn id(self) -> &'static str {
        match self {
            Self::Nexus1 | Self::Nexus2 => "nexus-command",
            Self::Shfl => "shfl",
        }
    }

    /// The Game Manager in the oldest version approved, and a version before that.
    pub(crate) const fn manager(self) -> (Component, &'static str) {
        match self {
            Self::Nexus1 => (("Nexus Command Game Manager", "1.3.0"), "1.2.9"),
            Self::Nexus2 => (("Nexus Command Game Manager 2", "2.5.4"), "2.5.3"),
            Self::Shfl => (("Game Manager", "6.6 Build 520"), "6.6 Build 519"),
        }
    }

    /// What stands at a table, the first with its controller. SHFL displays differ from table to table.
    pub(crate) const fn at_table(self, is_first: bool) -> &'static [Component] {
        const AQUARIUS: Component = ("Aquarius Controller", "6.5.6SP");
        const COIN_SPOT: Component = ("Coin Spot", "6.0");
        match (self, is_first) {
            (Self::Nexus1, true) => &[(NEXUS_1_CONTROLLER, "2.0.0")],
            (Self::Nexus1, false) => &[(NEXUS_1_CONTROLLER, "2.1.3")],
            (Self::Nexus2, true) => &[(NEXUS_2_CONTROLLER, "2.6.0")],
            (Self::Nexus2, false) => &[(NEXUS_2_CONTROLLER, "2.7.1")],
            (Self::Shfl, true) => &[AQUARIUS, COIN_SPOT, ("CHAM2+", "1.66P$")],
            (Self::Shfl, false) => &[AQUARIUS, COIN_SPOT, ("ViPS", "1.2.0")],
        }
    }

    /// A controller of the other generation, where there is one.
    pub(crate) const fn other_controller(self) -> Option<Component> {
        match self {
            Self::Nexus1 => Some((NEXUS_2_CONTROLLER, "2.6.0")),
            Self::Nexus2 => Some((NEXUS_1_CONTROLLER, "2.0.0")),
            Self::Shfl => None,
        }
    }

    /// What the supervisor does after the hand button, each at so many thousandths of a round.
    pub(crate) const fn confirmation(self) -> &'static [(i64, &'static str)] {
        match self {
            Self::Nexus1 | Self::Nexus2 => &[(40, "confirm")],
            Self::Shfl => &[(40, "key_jph"), (60, "j_pot")],
        }
    }
}
